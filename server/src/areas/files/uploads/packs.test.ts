import { createHash, randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readdir, rename, symlink, unlink } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { fileEndpoints } from '@vermilion/contract/files'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { uploadEndpoints, uploadPackAction, uploadPackPath } from '@vermilion/contract/files/uploads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginUpload, sendBytes, upload, uploadAddress } from '../../../testing/upload.ts'
import { packOf, sendPack, uploadPacked } from '../../../testing/upload-pack.ts'

let server: TestServer
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'packs', path: 'packs' } })).id
})
afterAll(() => server.stop())

const text = (value: string) => new TextEncoder().encode(value)
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function list(folder: string) {
  const query = { folder, recursive: 'true', limit: 500 }
  return (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })).items
}
const space = () => server.call(spaceEndpoints.getSpace, { params: { spaceId } })

function beginPack(size: number) {
  const headers = { authorization: `Bearer ${server.token}`, 'content-length': size }
  const address = `${server.address}${basePath}${uploadPackPath}`
  const request = httpRequest(address, { method: 'POST', headers, agent: false })
  const response = once(request, 'response').then(([response]) => response as IncomingMessage)
  request.write('some')
  return { request, answer: response }
}

describe('many small files in one request', () => {
  test('R2.28 each arrives whole, and all are counted once', async () => {
    const files = Array.from({ length: 150 }, (_, number) => ({
      path: `many/${number % 3}/${number}.bin`,
      content: randomBytes(number * 10),
    }))
    const previous = await space()
    const sent = await uploadPacked(server, spaceId, files)
    expect(sent.map(({ outcome }) => outcome)).toEqual(files.map(() => 'taken'))
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
    expect(await space()).toMatchObject({ fileCount: previous.fileCount + 150, totalSize: previous.totalSize + bytes })
    const checksums = new Map((await list('many')).map(({ path, checksum }) => [path, checksum]))
    for (const { path, content } of files) expect(checksums.get(path)).toBe(sha256(content))
    const folders = await server.call(fileEndpoints.listFolders, { params: { spaceId }, query: { folder: 'many' } })
    expect(folders.items).toMatchObject([{ fileCount: 50 }, { fileCount: 50 }, { fileCount: 50 }])
  })

  test('R7.02 each pack leaves one entry of who sent it, also one that is refused', async () => {
    const entries = async () =>
      (await server.call(auditEndpoints.listAuditEntries, { query: { resource: 'upload-packs' } })).items
    const previous = (await entries()).length
    const files = ['a', 'b', '../c'].map((name) => ({ path: `audited/${name}.txt`, content: text(name) }))
    await uploadPacked(server, spaceId, files)
    await sendPack(server, packOf('no-such-space', [{ path: 'x', content: text('x') }]))
    expect((await server.fetch(uploadPackPath)).status).toBe(404)
    const [refused, accepted, ...others] = await entries()
    expect(others).toHaveLength(previous)
    const { username: account } = await server.call(accountEndpoints.me, {})
    const objects = { spaceId, path: 'audited/a.txt', files: '3', taken: '2' }
    expect(accepted).toMatchObject({ account, description: uploadPackAction.summary, objects, error: null })
    const missed = { spaceId: 'no-such-space', path: 'x' }
    expect(refused).toMatchObject({ account, objects: missed, error: 'space.not-found' })
  })

  test('a repeat, whose first answer was never heard, changes nothing; not even with keep both', async () => {
    const files = [{ path: 'again/a.txt', content: text('a'), conflict: 'keep-both' as const }]
    await uploadPacked(server, spaceId, files)
    await uploadPacked(server, spaceId, files)
    expect(await list('again')).toHaveLength(1)
  })

  test('R2.28 what stands there is skipped, kept beside or replaced, as each file says', async () => {
    const paths = ['skip', 'keep-both', 'replace'] as const
    await uploadPacked(
      server,
      spaceId,
      paths.map((name) => ({ path: `stands/${name}.txt`, content: text(`old ${name}`) })),
    )
    const sent = await uploadPacked(
      server,
      spaceId,
      paths.map((conflict) => ({ path: `stands/${conflict}.txt`, content: text(`new ${conflict}`), conflict })),
    )
    expect(sent.map(({ outcome, path }) => [outcome, path])).toEqual([
      ['skipped', 'stands/skip.txt'],
      ['taken', 'stands/keep-both (2).txt'],
      ['taken', 'stands/replace.txt'],
    ])
    const checksums = (await list('stands')).map(({ path, checksum }) => [path, checksum])
    expect(checksums).toEqual([
      ['stands/keep-both (2).txt', sha256(text('new keep-both'))],
      ['stands/keep-both.txt', sha256(text('old keep-both'))],
      ['stands/replace.txt', sha256(text('new replace'))],
      ['stands/skip.txt', sha256(text('old skip'))],
    ])
  })

  test('one that is refused or arrived wrong fails alone, in the words of the caller', async () => {
    const body = packOf(spaceId, [
      { path: 'alone/good.txt', content: text('good') },
      { path: 'alone/../bad.txt', content: text('bad') },
      { path: 'alone/wrong.txt', content: text('wrong'), checksum: sha256(text('right')) },
      { path: 'alone/good.txt/below.txt', content: text('below') },
    ])
    const responses = await Promise.all(['en-us', 'zh-cn'].map((language) => sendPack(server, body, language)))
    const [english, chinese] = (await Promise.all(responses.map((response) => response.json()))) as {
      data: { files: { outcome: string; message: string | null }[] }
    }[]
    expect(english?.data.files.map(({ outcome }) => outcome)).toEqual(['taken', 'failed', 'failed', 'failed'])
    expect(english?.data.files.map(({ message }) => message)).toEqual([
      null,
      'The path alone/../bad.txt cannot be used: it has the part ..',
      'Upload failed, please try again: the checksum of alone/wrong.txt differs',
      'The path alone/good.txt/below.txt cannot be used: alone/good.txt is a file',
    ])
    expect(chinese?.data.files[2]?.message).toBe('上传失败，请重试：alone/wrong.txt 的校验和不一致')
    expect((await list('alone')).map(({ path }) => path)).toEqual(['alone/good.txt'])
  })

  test('content that the space has already is named by the file that has it', async () => {
    await uploadPacked(server, spaceId, [{ path: 'equal/one.txt', content: text('the same') }])
    const sent = await uploadPacked(server, spaceId, [
      { path: 'equal/two.txt', content: text('the same') },
      { path: 'equal/three.txt', content: text('another') },
    ])
    expect(sent.map(({ equals }) => equals)).toEqual(['equal/one.txt', null])
  })

  test.each([
    ['nothing', () => new Uint8Array()],
    ['no more than a length', () => new Uint8Array([0, 0, 1, 0])],
    ['a length beyond the end', () => new Uint8Array([255, 255, 255, 255, 1])],
    ['text that is none', () => new Uint8Array([0, 0, 0, 1, 123])],
    ['sizes that promise more', () => packOf(spaceId, [{ path: 'x', content: text('x'), size: 2 }])],
    ['sizes that promise less', () => packOf(spaceId, [{ path: 'x', content: text('xy'), size: 1 }])],
    ['a size below nothing', () => packOf(spaceId, [{ path: 'x', content: text('x'), size: -1 }])],
    ['no files', () => packOf(spaceId, [])],
  ])('a pack of %s is refused whole', async (_words, body) => {
    const response = await sendPack(server, body())
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 40022 })
  })

  test('a pack that is too large is refused while it comes, and one for no space before it is kept', async () => {
    const { answer } = beginPack(10 * 1024 * 1024)
    expect((await answer).statusCode).toBe(413)
    const refused = await sendPack(server, packOf('no-such-space', [{ path: 'x', content: text('x') }]))
    expect(refused.status).toBe(404)
    expect(await readdir(join(server.data, 'blobs', 'incoming'))).toEqual([])
  })

  test('senders who are slow keep nobody from sending, and one who falls silent is given up', async () => {
    const sockets: Socket[] = []
    const observed = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
    subscribe('http.server.request.start', observed)
    const slow = Array.from({ length: 12 }, () => beginPack(1024))
    const ends = slow.map(({ answer }) => answer.then(String, () => 'given up'))
    try {
      await expect.poll(() => sockets.filter(({ timeout = 0 }) => timeout > 0)).toHaveLength(12)
      const sent = await uploadPacked(server, spaceId, [{ path: 'fast/a.txt', content: text('a') }])
      expect(sent).toMatchObject([{ outcome: 'taken' }])
      for (const socket of sockets.slice(0, 12)) socket.emit('timeout')
      expect(new Set(await Promise.all(ends))).toEqual(new Set(['given up']))
    } finally {
      unsubscribe('http.server.request.start', observed)
      for (const { request } of slow) request.destroy()
    }
  })

  test('packs that come at once, after ones that broke off, keep their own bytes', async () => {
    for (let round = 0; round < 3; round += 1) {
      const broken = Array.from({ length: 6 }, () => beginPack(4_000_000))
      for (const { request, answer } of broken) {
        answer.catch(() => undefined)
        request.write(randomBytes(1_000_000), () => request.destroy())
      }
      const packs = Array.from({ length: 10 }, (_, number) =>
        Array.from({ length: 3 }, (__, index) => ({
          path: `at-once/${round}-${number}-${index}.bin`,
          content: randomBytes(1 + ((number * 7919) % 11) * 40_000),
        })),
      )
      await Promise.all(packs.map((files) => uploadPacked(server, spaceId, files)))
      const stored = new Map((await list('at-once')).map(({ path, checksum }) => [path, checksum]))
      for (const { path, content } of packs.flat()) expect(stored.get(path)).toBe(sha256(content))
    }
  })

  test('nobody sends a pack who has not signed in', async () => {
    const headers = { authorization: 'Bearer nobody' }
    expect((await server.fetch('/upload-packs', { method: 'POST', headers, body: 'x' })).status).toBe(401)
  })
})

describe('before an upload', () => {
  test('R2.28 thousands of paths are looked at in one call: what stands there, what is refused and why, what room is left', async () => {
    const existing = Array.from({ length: 200 }, (_, number) => `check/${number}.txt`)
    await uploadPacked(
      server,
      spaceId,
      existing.map((path) => ({ path, content: text(path) })),
    )
    const fresh = Array.from({ length: 1_700 }, (_, number) => ({ path: `check/new/${number}.txt`, size: 1 }))
    const refused = ['check/..', 'check', 'check/1.txt/below', 'a\nb', 'check/new/0.txt']
    const files = [...existing, ...refused].map((path) => ({ path, size: 3 })).concat(fresh)
    const check = await server.call(uploadEndpoints.checkUpload, { params: { spaceId }, body: { files } })
    expect(check.existing.map(({ path }) => path).toSorted()).toEqual(existing.toSorted())
    expect(Object.fromEntries(check.refused.map(({ path, reason }) => [path, reason.en]))).toEqual({
      'check/..': 'it has the part ..',
      check: 'it is a folder',
      'check/1.txt/below': 'check/1.txt is a file',
      'a\nb': 'it has control characters',
      'check/new/0.txt': 'another chosen file has the same name',
    })
    expect(check.freeSpace).toBeGreaterThan(0)
    expect(check.largestFile).toBe(64 * 1024 ** 3)
  })

  test('names that differ in their spelling of one character are one name', async () => {
    await uploadPacked(server, spaceId, [{ path: 'spelling/e\u0301.txt', content: text('é') }])
    const body = { files: [{ path: 'spelling/\u00E9.txt', size: 1 }] }
    const { existing } = await server.call(uploadEndpoints.checkUpload, { params: { spaceId }, body })
    expect(existing).toEqual([{ path: 'spelling/\u00E9.txt', size: 2 }])
  })
})

test('R8.08 on a full disk an upload is refused before its first byte, in the words of the caller', async () => {
  const away = `${server.data} away`
  // The free space is measured on a file system that has none.
  await rename(server.data, away)
  await symlink('/proc', server.data)
  try {
    for (const [language, words] of [
      ['en-us', 'Upload failed: the server has no room for full.txt. Free some of its disk and try again'],
      ['zh-cn', '上传失败：服务器没有空间存放 full.txt。请清理服务器磁盘后重试'],
    ] as const) {
      const started = await beginUpload(server, { spaceId, path: 'full.txt' }, 10, { language })
      const packed = await sendPack(server, packOf(spaceId, [{ path: 'full.txt', content: text('x') }]), language)
      for (const response of [started, packed]) {
        expect(response.status).toBe(507)
        expect(await response.json()).toMatchObject({ code: 50721, message: words })
      }
    }
  } finally {
    await unlink(server.data)
    await rename(away, server.data)
  }
  await upload(server, { spaceId, path: 'full.txt' }, text('x'))
  expect((await list('')).map(({ path }) => path)).toContain('full.txt')
})

describe('a large file', () => {
  test('its checksum, told with the last part, is compared; what differs is not kept', async () => {
    for (const [path, promised, status] of [
      ['large/right.bin', text('0123456789'), 204],
      ['large/wrong.bin', text('something else'), 400],
    ] as const) {
      const address = uploadAddress(await beginUpload(server, { spaceId, path }, 10))
      await sendBytes(server, address, 0, text('01234'))
      const headers = { 'upload-content-checksum': sha256(promised) }
      const last = await sendBytes(server, address, 5, text('56789'), { headers })
      expect(last.status).toBe(status)
      if (status !== 204) expect(await last.json()).toMatchObject({ code: 40023 })
      else {
        const result = JSON.parse(decodeURIComponent(last.headers.get('upload-result') ?? '')) as object
        expect(result).toEqual({ path, outcome: 'taken', equals: null, message: null })
      }
    }
    expect((await list('large')).map(({ path }) => path)).toEqual(['large/right.bin'])
    expect(await readdir(join(server.data, 'uploads'))).toEqual([])
  })

  test('one that is too large is refused before its first byte, in the words of the caller', async () => {
    const response = await beginUpload(server, { spaceId, path: 'huge.bin' }, 64 * 1024 ** 3 + 1)
    expect(response.status).toBe(413)
    await upload(server, { spaceId, path: 'small.bin' }, randomBytes(10))
  })
})
