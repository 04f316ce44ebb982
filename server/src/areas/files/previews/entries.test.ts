import { gzipSync } from 'node:zlib'
import { fileEndpoints } from '@vermilion/contract/files'
import { maximumPathLength } from '@vermilion/contract/paths'
import { maxEntries, previewEndpoints } from '@vermilion/contract/files/previews'
import { pack } from 'tar-stream'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { upload } from '../../../testing/upload.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { gzip, packedNothing, tarOf as tarWith, zipOf } from '../testing/hostile-archives.ts'
import { fileAt, spaceWith, text } from '../testing/space-with.ts'

const { fileEntries } = previewEndpoints

let server: TestServer
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  const complete = zipOf([{ name: 'a/b.txt', content: text('hello'), method: 0 }, { name: 'a/' }])
  const overlapping = complete.slice()
  new DataView(overlapping.buffer).setUint32(overlapping.length - 6, 5_000_000, true)
  const tar = await tarOf()
  spaceId = await spaceWith(server, 'archives', {
    'plain.zip': complete,
    'hostile.zip': zipOf([
      { name: '../../etc/passwd' },
      { name: '/absolute' },
      { name: 'C:\\windows\\system.ini' },
      { name: 'txt.\u202egpj' },
      { name: 'line\nbreak' },
      { name: new Uint8Array([0xd6, 0xec, 0xc8, 0xb8]), flags: 0 },
    ]),
    'many.zip': zipOf(Array.from({ length: maxEntries + 500 }, (_, number) => ({ name: `${number}.txt` }))),
    'empty.zip': zipOf([]),
    'cut.zip': complete.slice(0, -30),
    'directory-outside.zip': overlapping,
    'text.zip': text('no archive at all, only words that are long enough'),
    'pack.tar': tar,
    'pack.tgz': new Uint8Array(gzipSync(tar)),
    'cut.tar.gz': new Uint8Array(gzipSync(tar)).slice(0, 60),
    'names.tgz': gzip(await tarWith([{ name: 'n', pax: { path: `${'deep/'.repeat(200_000)}n` } }])),
    'nothing.tgz': packedNothing(528),
    'old.rar': text('Rar!'),
    'notes.txt': text('notes'),
  })
})
afterAll(() => server.stop())

const entries = async (path: string, space = spaceId) =>
  server.call(fileEntries, { params: { fileId: (await fileAt(server, space, path)).id } })

async function tarOf(): Promise<Uint8Array<ArrayBuffer>> {
  const packing = pack()
  packing.entry({ name: 'folder', type: 'directory' })
  packing.entry({ name: 'folder/b.txt', mtime: new Date('2024-05-06T07:08:09Z') }, 'hello')
  packing.entry({ name: '../outside.txt' }, 'x')
  packing.finalize()
  return new Uint8Array(await buffer(packing))
}

describe('what archives hold', () => {
  test('R2.25 a zip is listed with sizes, and nothing of it is unpacked', async () => {
    expect(await entries('plain.zip')).toMatchObject({
      total: 2,
      entries: [
        { path: 'a/b.txt', size: 5, packedSize: 5, folder: false, encrypted: false, escapes: false },
        { path: 'a/', folder: true },
      ],
    })
    expect(await entries('empty.zip')).toEqual({ entries: [], total: 0 })
  })

  test('R2.25 hostile names are listed as they are, and those that would escape are marked', async () => {
    const listed = (await entries('hostile.zip')).entries
    expect(listed.map(({ path, escapes }) => [path, escapes])).toEqual([
      ['../../etc/passwd', true],
      ['/absolute', true],
      ['C:\\windows\\system.ini', true],
      ['txt.\u202egpj', false],
      ['line\nbreak', false],
      ['朱雀', false],
    ])
  })

  test('R2.25 of very many entries the first are listed, and all are counted', async () => {
    const { entries: listed, total } = await entries('many.zip')
    expect([listed.length, total]).toEqual([maxEntries, maxEntries + 500])
  })

  test.each(['pack.tar', 'pack.tgz'])('R2.25 %s is listed too', async (path) => {
    expect(await entries(path)).toMatchObject({
      total: 3,
      entries: [
        { path: 'folder', folder: true },
        { path: 'folder/b.txt', size: 5, packedSize: null, modifiedAt: '2024-05-06T07:08:09.000Z' },
        { path: '../outside.txt', escapes: true },
      ],
    })
  })

  test('R2.25 a name without end is shown in part, and an archive of nothing is given up', async () => {
    const { entries: named } = await entries('names.tgz')
    expect(named.map(({ path }) => path.length)).toEqual([maximumPathLength + 1])
    expect(await entries('nothing.tgz')).toEqual({ entries: [], total: null })
  })

  test('R2.25 R2.28 names are those that unpacking gives', async () => {
    const bytes = (...codes: number[]) => Uint8Array.from(codes)
    const gbk = [0xb5, 0xd8, 0xb0, 0xe5, 0x2e, 0x74, 0x78, 0x74]
    const zip = zipOf([
      { name: bytes(...gbk), flags: 0 },
      { name: bytes(0x82, 0x2e, 0x74, 0x78, 0x74), flags: 0 },
      { name: Buffer.from('\u732b.txt'), flags: 0 },
      { name: 'windows\\way.txt' },
    ])
    const tar = Buffer.from(await tarWith([{ name: 'abcd.txt' }]))
    const previous = tar.subarray(0, 4).reduce((sum, byte) => sum + byte, 0)
    const after = gbk.slice(0, 4).reduce((sum, byte) => sum + byte, 0)
    const sum = Number.parseInt(tar.toString('latin1', 148, 154), 8) - previous + after
    tar.set(gbk.slice(0, 4))
    tar.write(sum.toString(8).padStart(6, '0'), 148, 'latin1')
    for (const [name, archive] of [
      ['names.zip', zip],
      ['names.tar', new Uint8Array(tar)],
    ] as const) {
      const id = await spaceWith(server, name, { [name]: archive })
      const { entries: listed } = await entries(name, id)
      const folder = `out/${name}`
      await upload(server, { spaceId: id, path: folder, unpack: true }, archive)
      await server.platform.jobs.settled()
      const query = { recursive: 'true', folder: 'out' }
      const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId: id }, query })
      const reported = listed.map(({ path }) => `out/names/${path.replaceAll('\\', '/')}`)
      expect(items.map(({ path }) => path).toSorted()).toEqual(reported.toSorted())
    }
  })

  test('R2.25 nothing is read on for somebody who has gone', async () => {
    const opened = vi.spyOn(server.platform.blobs, 'open')
    const { id } = await fileAt(server, spaceId, 'nothing.tgz')
    const missing = new AbortController()
    const requests = server.fetch(`/files/${id}/entries`, { signal: missing.signal })
    await expect.poll(() => opened.mock.results.length).toBe(1)
    missing.abort()
    await expect(requests).rejects.toThrow('abort')
    const [stream] = await Promise.all(opened.mock.results.map(({ value }) => value as Promise<Readable>))
    await expect.poll(() => stream?.destroyed, { timeout: 1_000 }).toBe(true)
    expect(stream?.readableEnded).toBe(false)
    opened.mockRestore()
  })

  test.each(['cut.zip', 'directory-outside.zip', 'text.zip', 'cut.tar.gz'])(
    'R2.25 %s cannot be listed, and says so',
    async (path) => {
      await expect(entries(path)).rejects.toMatchObject({ envelope: { code: 40028 } })
    },
  )

  test.each(['old.rar', 'notes.txt'])('R2.25 %s is no archive that is listed', async (path) => {
    await expect(entries(path)).rejects.toMatchObject({ envelope: { code: 40428 } })
  })
})
