import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { fileEndpoints } from '@vermilion/contract/files'
import { maximumPathLength } from '@vermilion/contract/paths'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { uploadEndpoints } from '@vermilion/contract/files/uploads'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { beginUpload, upload } from '../../testing/upload.ts'
import { packOf, sendPack } from '../../testing/upload-pack.ts'
import { archives } from './testing/hostile-cases.ts'
import { pictures } from './testing/hostile-pictures.ts'
import { zipOf } from './testing/hostile-archives.ts'
import { bytesOf, fileAt, picture, text } from './testing/space-with.ts'
import { names } from './testing/names.ts'

let server: TestServer
let spaceId = ''
let beside: string[] = []

const around = async () => (await readdir(dirname(server.data))).filter((name) => /escape|evil|passwd/.test(name))

beforeAll(async () => {
  server = await startTestServer()
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'hostile', path: 'hostile' } })).id
  beside = await around()
})
afterAll(() => server.stop())

/** Every name in the data folder is the server's own, never from a file. */
afterEach(async () => {
  const entries = await readdir(server.data, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(server.data, join(entry.parentPath, entry.name)))
  const own =
    /^(?:blobs\/(?:[0-9a-f]{2}\/[0-9a-f]{62}|incoming\/[\w-]{21})|uploads\/[\w-]{21}(?:\.\w+)?|blob-copies\/(?:[0-9a-f]{2}|own\/[\w.-]+)\/[0-9a-f]{64}|cache\/.*|backups\/.*|vermilion\.db(?:-\w+)?|lock\.db(?:-\w+)?|server\.json|bucket-owner|secret\.key)$/
  expect(paths.filter((path) => !own.test(path))).toEqual([])
  expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([])
  expect(await around()).toEqual(beside)
  expect((await server.fetch('/health')).status).toBeLessThan(500)
})

describe('R2.28 names that people and attackers give: refused in both languages, or kept as they are', () => {
  test.each(names.usable)('%j is kept', async (path) => {
    await upload(server, { spaceId, path: `kept/${path}` }, text(path))
    const file = await fileAt(server, spaceId, `kept/${path}`.normalize('NFC'))
    const content = await server.fetch(`/files/${file.id}/content?download=true`)
    expect(await content.text()).toBe(path)
    expect(content.headers.get('content-disposition')).not.toMatch(/[\r\n]/)
  })

  test.each(names.refused)('%j is refused by every way in: %s', async (path, reason) => {
    const isLong = path.length > maximumPathLength
    for (const [language, word] of [
      ['en-us', reason],
      ['zh-cn', '不可用'],
    ] as const) {
      const started = await beginUpload(server, { spaceId, path }, 1, { language })
      const packed = await sendPack(server, packOf(spaceId, [{ path, content: text('x') }]), language)
      if (isLong) {
        for (const response of [started, packed]) expect(await response.json()).toMatchObject({ code: 40022 })
        continue
      }
      const message = expect.stringContaining(word)
      expect(await started.json()).toMatchObject({ code: 40021, message })
      expect(await packed.json()).toMatchObject({ code: 200, data: { files: [{ outcome: 'failed', message }] } })
    }
    const body = { files: [{ path, size: 1 }] }
    const { refused } = await server.call(uploadEndpoints.checkUpload, { params: { spaceId }, body })
    expect(refused).toEqual([{ path, reason: { en: reason, zh: expect.stringMatching(/./) } }])
  })

  test('two forms of one character are one name, and the bytes of the second are not lost', async () => {
    await upload(server, { spaceId, path: 'forms/cafe\u0301.txt', conflict: 'keep-both' }, text('one'))
    await upload(server, { spaceId, path: 'forms/caf\u00E9.txt', conflict: 'keep-both' }, text('two'))
    const query = { folder: 'forms', limit: 10 }
    const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
    expect(items.map(({ name }) => name).toSorted()).toEqual(['caf\u00E9 (2).txt', 'caf\u00E9.txt'])
  })
})

describe('R2.28 archives: what is hostile is skipped with its reason, or the archive is kept as a file', () => {
  let number = 0

  async function unpacked(ending: string, content: Uint8Array<ArrayBuffer>) {
    number += 1
    const name = `archive-${number}`
    await upload(server, { spaceId, path: `${name}.${ending}`, unpack: true, conflict: 'skip' } as never, content)
    const list = () => server.call(uploadEndpoints.listUnpackings, { params: { spaceId } })
    const findUnpacking = async () => (await list()).find(({ path }) => path === `${name}.${ending}`)
    await expect.poll(async () => (await findUnpacking())?.state).not.toBe('running')
    const listed = await server.call(fileEndpoints.listFiles, {
      params: { spaceId },
      query: { folder: name, recursive: 'true', limit: 500 },
    })
    const stored = await server.call(fileEndpoints.listFiles, {
      params: { spaceId },
      query: { search: `${name}.${ending}`, limit: 1 },
    })
    const paths = listed.items.map(({ path }) => path.slice(name.length + 1)).toSorted()
    return { ...(await findUnpacking()), paths, isKept: stored.items.length === 1 }
  }

  test.each(archives)('$words', async ({ ending, make, paths, skipped, failed }) => {
    const unpacking = await unpacked(ending, await make())
    expect(unpacking.paths).toEqual([...paths].toSorted())
    if (failed === undefined) expect(unpacking).toMatchObject({ state: 'success', error: null, isKept: false })
    else {
      expect(unpacking).toMatchObject({ state: 'failed', isKept: true })
      expect(unpacking.error?.en).toMatch(failed)
      expect(unpacking.error?.zh).not.toBe('')
    }
    const reasons = (unpacking.skips ?? []).map(({ reason }) => reason.en)
    expect(reasons).toEqual((skipped ?? []).map((words) => expect.stringContaining(words)))
    for (const { reason } of unpacking.skips ?? []) expect(reason.zh).not.toBe('')
  })

  test('a bomb of many megabytes in few is told from its directory, before anything of it is kept', async () => {
    const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 })
    const entries = Array.from({ length: 40 }, (_, index) => ({
      name: `${index}.bin`,
      packed,
      size: 64 * 1024 * 1024,
      crc32: 0,
    }))
    const fileCount = (await server.call(spaceEndpoints.getSpace, { params: { spaceId } })).fileCount
    const unpacking = await unpacked('zip', zipOf(entries))
    expect(unpacking).toMatchObject({ state: 'failed', taken: 0, paths: [] })
    expect(unpacking.error?.en).toMatch(/unpacks to more than \d+ MiB/)
    expect((await server.call(spaceEndpoints.getSpace, { params: { spaceId } })).fileCount).toBe(fileCount + 1)
  })
})

describe('R2.28 pictures that are not what they say are kept and marked, and end nothing', () => {
  test.each(pictures)('$words', async ({ name, make, isBroken }) => {
    const content = await make()
    await upload(server, { spaceId, path: `pictures/${name}` }, content)
    await expect.poll(async () => (await fileAt(server, spaceId, `pictures/${name}`)).broken).toBe(isBroken)
    const file = await fileAt(server, spaceId, `pictures/${name}`)
    const sent = await server.fetch(`/files/${file.id}/content`)
    expect(Buffer.from(await sent.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  })

  test('the pictures beside them are read as ever', async () => {
    await upload(server, { spaceId, path: 'pictures/good.png' }, await bytesOf(picture(20, 10).png()))
    await expect.poll(async () => (await fileAt(server, spaceId, 'pictures/good.png')).width).toBe(20)
    await upload(server, { spaceId, path: 'pictures/noise.bin' }, new Uint8Array(randomBytes(1_000)))
  })
})
