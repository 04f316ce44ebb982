import { gzipSync } from 'node:zlib'
import { maximumPathLength } from '@vermilion/contract/paths'
import { mostEntries, previewEndpoints } from '@vermilion/contract/previews'
import { pack } from 'tar-stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { zipOf } from '../testing/archives.ts'
import { gzip, packedNothing, tarOf as tarWith } from '../testing/hostile-archives.ts'
import { fileAt, spaceWith, text } from '../testing/space-with.ts'

const { fileEntries } = previewEndpoints

let server: TestServer
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  const whole = zipOf([{ name: 'a/b.txt', content: 'hello' }, { name: 'a/' }])
  const overlapping = whole.slice()
  new DataView(overlapping.buffer).setUint32(overlapping.length - 6, 5_000_000, true)
  const tar = await tarOf()
  spaceId = await spaceWith(server, 'archives', {
    'plain.zip': whole,
    'hostile.zip': zipOf([
      { name: '../../etc/passwd' },
      { name: '/absolute' },
      { name: 'C:\\windows\\system.ini' },
      { name: 'txt.\u202egpj' },
      { name: 'line\nbreak' },
      { name: new Uint8Array([0xd6, 0xec, 0xc8, 0xb8]) },
    ]),
    'many.zip': zipOf(Array.from({ length: mostEntries + 500 }, (_, number) => ({ name: `${number}.txt` }))),
    'empty.zip': zipOf([]),
    'cut.zip': whole.slice(0, -30),
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

const entries = async (path: string) =>
  server.call(fileEntries, { params: { fileId: (await fileAt(server, spaceId, path)).id } })

async function tarOf(): Promise<Uint8Array<ArrayBuffer>> {
  const packing = pack()
  packing.entry({ name: 'folder', type: 'directory' })
  packing.entry({ name: 'folder/b.txt', mtime: new Date('2024-05-06T07:08:09Z') }, 'hello')
  packing.entry({ name: '../outside.txt' }, 'x')
  packing.finalize()
  return new Uint8Array(await buffer(packing))
}

describe('what archives hold', () => {
  test('a zip is listed with sizes, and nothing of it is unpacked', async () => {
    expect(await entries('plain.zip')).toMatchObject({
      total: 2,
      entries: [
        { path: 'a/b.txt', size: 5, packedSize: 5, folder: false, encrypted: false, escapes: false },
        { path: 'a/', folder: true },
      ],
    })
    expect(await entries('empty.zip')).toEqual({ entries: [], total: 0 })
  })

  test('hostile names are listed as they are, and those that would escape are marked', async () => {
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

  test('of very many entries the first are listed, and all are counted', async () => {
    const { entries: listed, total } = await entries('many.zip')
    expect([listed.length, total]).toEqual([mostEntries, mostEntries + 500])
  })

  test.each(['pack.tar', 'pack.tgz'])('%s is listed too', async (path) => {
    expect(await entries(path)).toMatchObject({
      total: 3,
      entries: [
        { path: 'folder', folder: true },
        { path: 'folder/b.txt', size: 5, packedSize: null, modifiedAt: '2024-05-06T07:08:09.000Z' },
        { path: '../outside.txt', escapes: true },
      ],
    })
  })

  test('a name without end is shown in part, and an archive of nothing is given up', async () => {
    const { entries: named } = await entries('names.tgz')
    expect(named.map(({ path }) => path.length)).toEqual([maximumPathLength + 1])
    expect(await entries('nothing.tgz')).toEqual({ entries: [], total: null })
  })

  test.each(['cut.zip', 'directory-outside.zip', 'text.zip', 'cut.tar.gz'])(
    '%s cannot be listed, and says so',
    async (path) => {
      await expect(entries(path)).rejects.toMatchObject({ envelope: { code: 40028 } })
    },
  )

  test.each(['old.rar', 'notes.txt'])('%s is no archive that is listed', async (path) => {
    await expect(entries(path)).rejects.toMatchObject({ envelope: { code: 40428 } })
  })
})
