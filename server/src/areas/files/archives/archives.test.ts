import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { text as readText } from 'node:stream/consumers'
import { archiveEndpoints } from '@vermilion/contract/files/archives'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fillPath } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { blobFile } from '../../../testing/remote-store.ts'
import { reasonOf } from '../../../testing/client.ts'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { names } from '../testing/names.ts'
import { fileAt, spaceWith, text } from '../testing/space-with.ts'

const { createArchive, downloadArchive } = archiveEndpoints

let server: TestServer
let time = Date.parse('2026-03-04T05:06:08Z')
beforeAll(async () => {
  server = await startTestServer({ clock: clockOf(() => time) })
})
afterAll(() => server.stop())

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)

async function unpack(archive: Buffer): Promise<Record<string, string>> {
  const file = await openZip(archive, { lazyEntries: true, strictFileNames: false })
  const contents: Record<string, string> = {}
  for await (const entry of file.eachEntry()) {
    expect(entry.generalPurposeBitFlag & 0x800, 'its names are UTF-8').toBe(0x800)
    expect(entry.compressionMethod).toBe(0)
    expect(contents[entry.fileName]).toBeUndefined()
    contents[entry.fileName] = await readText(await file.openReadStreamPromise(entry))
  }
  return contents
}

async function choose(spaceId: string, selection: object, name?: string) {
  return server.call(createArchive, {
    params: { spaceId },
    body: { selection, ...(name === undefined ? {} : { name }) },
  })
}

const download = (id: string) => server.fetch(fillPath(downloadArchive.path, { archiveId: id }))
const bytesOf = async (id: string) => Buffer.from(await (await download(id)).arrayBuffer())

describe('R2.37 downloading many files as one zip', () => {
  const files = {
    'a/b/1.txt': 'one',
    'a/b/2.txt': 'two',
    'a/c/1.txt': 'other',
    '图片/é 🎉.txt': 'unicode',
    'empty.txt': '',
  }
  let spaceId = ''
  beforeAll(async () => {
    spaceId = await spaceWith(
      server,
      'archives',
      Object.fromEntries(Object.entries(files).map(([path, content]) => [path, text(content)])),
    )
  })
  const idOf = async (path: string) => (await fileAt(server, spaceId, path)).id

  test('a whole space, byte for byte, under its paths', async () => {
    const selected = await choose(spaceId, { filter: { recursive: true } })
    expect(selected).toMatchObject({ name: 'archives.zip', files: 5, bytes: 18 })
    const response = await download(selected.id)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain('filename="archives.zip"')
    expect(await unpack(Buffer.from(await response.arrayBuffer()))).toEqual(files)
  })

  test.each([
    { what: 'a folder: with its name', selection: { folders: ['a/b'] }, name: 'b.zip', paths: ['b/1.txt', 'b/2.txt'] },
    {
      what: 'folders: below what they have in common',
      selection: { folders: ['a/b', 'a/c', 'a/b/none'] },
      name: 'archives.zip',
      paths: ['b/1.txt', 'b/2.txt', 'c/1.txt'],
    },
    {
      what: 'what a filter finds, but one',
      selection: { filter: { folder: 'a', recursive: true }, except: ['a/b/1.txt'] },
      name: 'archives.zip',
      paths: ['b/2.txt', 'c/1.txt'],
    },
    {
      what: 'files of one name: each under its folder',
      selection: { fileIds: ['a/b/1.txt', 'a/c/1.txt'] },
      name: 'archives.zip',
      paths: ['b/1.txt', 'c/1.txt'],
    },
    {
      what: 'one file that is meant three times: once',
      selection: { fileIds: ['a/c/1.txt'], folders: ['a/c'], filter: { folder: 'a/c' } },
      name: 'archives.zip',
      paths: ['c/1.txt'],
    },
  ])('$what', async ({ selection: { fileIds = [], except = [], ...selection }, name, paths }) => {
    const ids = { fileIds: await Promise.all(fileIds.map(idOf)), except: await Promise.all(except.map(idOf)) }
    const selected = await choose(spaceId, { ...selection, ...ids })
    expect(selected).toMatchObject({ name, files: paths.length })
    expect(Object.keys(await unpack(await bytesOf(selected.id))).toSorted()).toEqual(paths)
  })

  test('every name that a file may have', async () => {
    const usable = names.usable.filter((name) => !name.includes('/'))
    const many = await spaceWith(server, 'names', Object.fromEntries(usable.map((name) => [`d/${name}`, text(name)])))
    const { id } = await choose(many, { folders: ['d'] })
    const expected = Object.fromEntries(usable.map((name) => [`d/${name.normalize('NFC')}`, name]))
    expect(await unpack(await bytesOf(id))).toEqual(expected)
  })

  test('the name that was asked for, without what no machine allows', async () => {
    const selected = await choose(spaceId, { folders: ['a'] }, ' 报告: 1/2.zip')
    expect(selected.name).toBe('报告_ 1_2.zip')
    expect((await download(selected.id)).headers.get('content-disposition')).toContain(
      encodeURIComponent(selected.name),
    )
  })

  test('files carry the time of their last change', async () => {
    const { id } = await choose(spaceId, { fileIds: [await idOf('a/b/1.txt')] })
    const file = await openZip(await bytesOf(id), { lazyEntries: true })
    const entry = await file.eachEntry()[Symbol.asyncIterator]().next()
    const field = (entry.value as yauzl.Entry).extraFields.find(({ id: kind }) => kind === 0x5455)
    expect(field?.data.readInt32LE(1)).toBe(time / 1_000)
  })

  test('nothing to download is refused', async () => {
    expect(await reasonOf(choose(spaceId, {}))).toBe('file.none-selected')
    expect(await reasonOf(choose(spaceId, { fileIds: ['none'] }))).toBe('file.none-selected')
    expect(await reasonOf(choose('none', { filter: {} }))).toBe('space.not-found')
  })

  test('R6.02 it is for who chose it, and for ten minutes', async () => {
    const { id } = await choose(spaceId, { folders: ['a'] })
    const response = await server.fetch(fillPath(downloadArchive.path, { archiveId: id }), {
      headers: { authorization: 'Bearer none' },
    })
    expect(response.status).toBe(401)
    expect((await download('none')).status).toBe(404)
    time += 9 * 60_000
    expect((await download(id)).status).toBe(200)
    time += 2 * 60_000
    const late = await download(id)
    expect([late.status, ((await late.json()) as { data: { error: string } }).data.error]).toEqual([
      404,
      'archive.not-found',
    ])
  })

  test('a file that vanishes meanwhile breaks the download off', async () => {
    const own = await spaceWith(server, 'vanishing', {
      'a.txt': text('a'.repeat(400_000)),
      'b.txt': text('b'),
      'c.txt': text('c'),
    })
    const complete = await choose(own, { filter: {} })
    const lost = await fileAt(server, own, 'b.txt')
    const checksum = lost.checksum ?? ''
    await rm(blobFile(server.data, checksum))
    const broken = await download(complete.id)
    expect(broken.status).toBe(200)
    await expect(broken.arrayBuffer()).rejects.toThrow('terminated')
    await upload(server, { spaceId: own, path: 'b2.txt' }, text('b'))
    expect(Object.keys(await unpack(await bytesOf(complete.id)))).toEqual(['a.txt', 'b.txt', 'c.txt'])
    const body = { selection: { fileIds: [lost.id] } }
    await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId: own }, body })
    await expect((await download(complete.id)).arrayBuffer()).rejects.toThrow('terminated')
    await server.call(spaceEndpoints.deleteSpace, { params: { spaceId: own } })
    expect((await download(complete.id)).status).toBe(404)
  })
})
