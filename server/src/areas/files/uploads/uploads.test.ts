import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat, utimes } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataProblems } from '../../../testing/check-problems.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginUpload, receivedBytes, sendBytes, upload, uploadAddress } from '../../../testing/upload.ts'

const { listFiles } = fileEndpoints
const { createSpace, getSpace } = spaceEndpoints

let server: TestServer
let spaceId = ''
let spaces = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const text = (value: string) => new TextEncoder().encode(value)

async function newSpace() {
  spaces++
  const body = { name: `space ${spaces}`, path: `space-${spaces}` }
  spaceId = (await server.call(createSpace, { body })).id
}

async function paths() {
  const page = await server.call(listFiles, { params: { spaceId }, query: { recursive: 'true' } })
  return page.items.map((file) => file.path)
}

async function contentOf(path: string) {
  const page = await server.call(listFiles, { params: { spaceId }, query: { recursive: 'true', limit: 500 } })
  const file = page.items.find((candidate) => candidate.path === path)
  return new Uint8Array(await (await server.fetch(`/files/${file?.id}/content`)).arrayBuffer())
}

describe('uploads', () => {
  beforeAll(newSpace)

  test('R3.07 a file arrives whole, in one piece and in many, and is counted', async () => {
    const [small, large] = [randomBytes(10), randomBytes(100_000)]
    await upload(server, { spaceId, path: 'small.bin' }, small)
    await upload(server, { spaceId, path: 'deep/er/large.bin' }, large, 9_999)
    expect(await contentOf('small.bin')).toEqual(new Uint8Array(small))
    expect(await contentOf('deep/er/large.bin')).toEqual(new Uint8Array(large))
    expect(await server.call(getSpace, { params: { spaceId } })).toMatchObject({ fileCount: 2, totalSize: 100_010 })
  })

  test('R6.02 one entry of the audit log tells of each upload that has ended, taken or refused, and by whom', async () => {
    const { secret } = await server.call(accountEndpoints.createAccessToken, { body: { name: 'ci', expiresAt: null } })
    const entries = async () =>
      (await server.call(auditEndpoints.listAuditEntries, { query: { resource: 'uploads' } })).items
    const previousCount = (await entries()).length
    const headers = { authorization: `Bearer ${secret}` }
    const withToken: TestServer['fetch'] = (path, init = {}) =>
      server.fetch(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } })
    await upload({ fetch: withToken }, { spaceId, path: 'by/token.bin' }, randomBytes(20_000), 5_000)
    const checksum = createHash('sha256').update('another').digest('hex')
    const wrong = uploadAddress(await beginUpload(server, { spaceId, path: 'not.txt', checksum }, 4))
    await sendBytes(server, wrong, 0, text('this'))
    await beginUpload(server, { spaceId, path: 'never-sent.txt' }, 4)
    const added = (await entries()).slice(0, (await entries()).length - previousCount)
    expect(added).toMatchObject([
      { account: 'admin', credential: 'session', error: 'upload.checksum', objects: { spaceId, path: 'not.txt' } },
      {
        action: 'POST /uploads',
        summary: { en: 'File uploaded', zh: '上传文件' },
        credential: 'access-token',
        tokenName: 'ci',
        address: '127.0.0.1',
        error: null,
        objects: { spaceId, path: 'by/token.bin' },
      },
    ])
  })

  test('an empty file is a file', async () => {
    await upload(server, { spaceId, path: 'empty.txt' }, text(''))
    expect(await contentOf('empty.txt')).toHaveLength(0)
  })

  test('an upload that broke off goes on where it was', async () => {
    const content = randomBytes(3_000_000)
    const address = uploadAddress(await beginUpload(server, { spaceId, path: 'resumed.bin' }, content.length))
    const cut = new AbortController()
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(content.subarray(0, 1_000_000)),
    })
    const broken = sendBytes(server, address, 0, half, { signal: cut.signal, duplex: 'half' })
    await expect.poll(() => received(address), { interval: 20 }).toBeGreaterThan(0)
    cut.abort()
    await expect(broken).rejects.toThrow()
    const offset = await receivedBytes(server, address)
    expect(offset).toBeLessThanOrEqual(1_000_000)
    expect((await sendBytes(server, address, offset, content.subarray(offset))).status).toBe(204)
    expect(await contentOf('resumed.bin')).toEqual(new Uint8Array(content))
  })

  test('a client that never heard the end is told it, and the file is there once', async () => {
    const content = text('finished')
    const address = uploadAddress(
      await beginUpload(server, { spaceId, path: 'finished.txt', conflict: 'keep-both' }, 8),
    )
    expect((await sendBytes(server, address, 0, content)).status).toBe(204)
    expect(await receivedBytes(server, address)).toBe(8)
    expect((await sendBytes(server, address, 8, text(''))).status).toBe(204)
    expect((await sendBytes(server, address, 0, content)).status).toBe(409)
    expect((await paths()).filter((path) => path.startsWith('finished'))).toEqual(['finished.txt'])
  })

  test('few bytes on a connection that hangs do not keep their client from going on with a new one', async () => {
    const address = uploadAddress(await beginUpload(server, { spaceId, path: 'hung.txt' }, 4))
    const request = httpRequest(`${server.address}/api/v1${address}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${server.token}`,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': '4',
      },
    })
    let isClosed = false
    request.once('error', () => (isClosed = true))
    request.write('ha')
    await expect.poll(async () => [await receivedBytes(server, address), isClosed]).toEqual([0, true])
    expect((await sendBytes(server, address, 0, text('half'))).status).toBe(204)
    expect(await contentOf('hung.txt')).toEqual(text('half'))
  })

  test('few bytes that come while somebody asks how far they are become a file', async () => {
    const { uploads } = server.app.files
    const id =
      uploadAddress(await beginUpload(server, { spaceId, path: 'joined.txt' }, 4))
        .split('/')
        .at(-1) ?? ''
    const metadata = { spaceId, path: 'joined.txt' }
    const complete = { metadata, content: Buffer.from('here'), checksum: undefined }
    const [early, finished] = await Promise.all([uploads.finish(id), uploads.finishWhole(id, complete)])
    expect(early).toBeUndefined()
    expect(finished.size).toBe(4)
    expect(await contentOf('joined.txt')).toEqual(text('here'))
  })

  test('a checksum that differs is told in both languages, and nothing stays', async () => {
    const checksum = createHash('sha256').update('another').digest('hex')
    for (const [language, message] of [
      ['en-us', 'Upload failed, please try again: the checksum of wrong.txt differs'],
      ['zh-cn', '上传失败，请重试：wrong.txt 的校验和不一致'],
    ] as const) {
      const address = uploadAddress(await beginUpload(server, { spaceId, path: 'wrong.txt', checksum }, 4))
      const response = await sendBytes(server, address, 0, text('this'), { headers: { language } })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 40023, message, data: { error: 'upload.checksum' } })
    }
    expect(await paths()).not.toContain('wrong.txt')
  })

  test('a file that is there already is skipped, kept beside or replaced', async () => {
    const put = (content: string, conflict?: 'skip' | 'keep-both' | 'replace') =>
      upload(server, { spaceId, path: 'c/a.txt', ...(conflict === undefined ? {} : { conflict }) }, text(content))
    const here = async () => (await paths()).filter((path) => path.startsWith('c/'))
    await put('one')
    await put('two', 'skip')
    expect(await contentOf('c/a.txt')).toEqual(text('one'))
    await put('two', 'keep-both')
    const folder = { params: { spaceId }, body: { path: 'c/a (3).txt' } }
    await server.call(fileOperationEndpoints.createFolder, folder)
    await put('three', 'keep-both')
    await put('three', 'keep-both')
    expect(await here()).toEqual(['c/a (2).txt', 'c/a (4).txt', 'c/a.txt'])
    await put('four')
    expect(await contentOf('c/a.txt')).toEqual(text('four'))
  })

  test('replacing with the same content changes nothing', async () => {
    await upload(server, { spaceId, path: 'same.txt' }, text('same'))
    const previous = await server.call(listFiles, { params: { spaceId }, query: { search: 'same.txt' } })
    await upload(server, { spaceId, path: 'same.txt' }, text('same'))
    expect(await server.call(listFiles, { params: { spaceId }, query: { search: 'same.txt' } })).toEqual(previous)
  })

  test('many uploads to one path at once leave one whole file', async () => {
    const contents = Array.from({ length: 8 }, () => randomBytes(50_000))
    await Promise.all(contents.map((content) => upload(server, { spaceId, path: 'race.bin' }, content, 20_000)))
    const stored = Buffer.from(await contentOf('race.bin'))
    expect(contents.some((content) => content.equals(stored))).toBe(true)
    await Promise.all(
      contents.map((content) => upload(server, { spaceId, path: 'k.bin', conflict: 'keep-both' }, content)),
    )
    expect((await paths()).filter((path) => /^k(?: \(\d\))?\.bin$/.test(path))).toHaveLength(8)
  })

  test('an upload of a deleted space is refused at its end', async () => {
    const own = await server.call(createSpace, { body: { name: 'doomed', path: 'doomed' } })
    const address = uploadAddress(await beginUpload(server, { spaceId: own.id, path: 'a.txt' }, 4))
    await server.call(spaceEndpoints.deleteSpace, { params: { spaceId: own.id } })
    const response = await sendBytes(server, address, 0, text('late'))
    expect(await response.json()).toMatchObject({ code: 40411, data: { error: 'space.not-found' } })
  })

  test('a client may give an upload up', async () => {
    const address = uploadAddress(await beginUpload(server, { spaceId, path: 'unwanted' }, 4))
    expect((await server.fetch(address, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(204)
    await expect(receivedBytes(server, address)).rejects.toThrow('404')
  })

  test('every method needs the token', async () => {
    const started = await beginUpload(server, { spaceId, path: 'private' }, 4)
    const address = uploadAddress(started)
    const headers = { authorization: 'Bearer nobody', 'tus-resumable': '1.0.0' }
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET']) {
      expect((await server.fetch(address, { method, headers })).status, method).toBe(401)
    }
    expect((await beginUpload(server, { spaceId, path: 'private' }, 4, headers)).status).toBe(401)
    await server.fetch(address, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  })

  test.each(['/uploads/..%2F..%2Fsecret.key', '/uploads/secret', '/uploads/%2e%2e'])(
    '%s is no upload',
    async (path) => {
      const response = await server.fetch(path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
      expect(response.status).toBe(404)
    },
  )

  test('what a client says first is checked before it sends a byte', async () => {
    const refusal = async (target: object, size = 1) =>
      (await (await beginUpload(server, { spaceId, path: 'x', ...target }, size)).json()) as object
    expect(await refusal({ spaceId: 'gone' })).toMatchObject({ code: 40411 })
    expect(await refusal({ path: '../x' })).toMatchObject({ code: 40021 })
    expect(await refusal({ conflict: 'ask' })).toMatchObject({ code: 40022 })
    expect((await beginUpload(server, { spaceId, path: 'x' }, 2 ** 40)).status).toBe(413)
  })

  test('an upload that nobody continues for a day is given up', async () => {
    const address = uploadAddress(await beginUpload(server, { spaceId, path: 'forgotten' }, 4))
    await sendBytes(server, address, 0, text('fo'))
    await server.app.files.uploads.tidy()
    expect(await receivedBytes(server, address)).toBe(2)
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    const folder = join(server.data, 'uploads')
    for (const name of await readdir(folder)) await utimes(join(folder, name), yesterday, yesterday)
    await server.app.files.uploads.tidy()
    await expect(receivedBytes(server, address)).rejects.toThrow('404')
  })

  test('after all of it the data folder holds what its rows say, and no upload', async () => {
    expect(await dataProblems(server)).toEqual([])
    expect(await readdir(join(server.data, 'uploads'))).toEqual([])
  })
})

async function received(address: string): Promise<number> {
  const id = address.split('/').at(-1) ?? ''
  return (await stat(join(server.data, 'uploads', id))).size
}
