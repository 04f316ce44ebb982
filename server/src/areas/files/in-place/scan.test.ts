import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileEndpoints } from '@vermilion/contract/files'
import type { SpaceFile } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkOf, problemsOf } from '../../../testing/check-problems.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { startInPlace } from '../testing/in-place.ts'
import type { InPlace } from '../testing/in-place.ts'
import { bytesOf, picture } from '../testing/space-with.ts'

let inPlace: InPlace
let server: TestServer
let machine = ''
beforeAll(async () => {
  inPlace = await startInPlace()
  ;({ server, machine } = inPlace)
})
afterAll(() => inPlace.stop())

let folder = ''
let tests = 0
beforeEach(async () => {
  folder = join(machine, `folder ${++tests}`)
  await mkdir(folder)
})

const lay = (path: string, content: string | Uint8Array = path) => inPlace.lay(`folder ${tests}/${path}`, content)
const settled = () => inPlace.settled()
const spaceOf = (spaceId: string) => inPlace.spaceOf(spaceId)
const scan = (spaceId: string) => inPlace.scan(spaceId)

async function index(): Promise<string> {
  const { id, status } = await inPlace.index(`folder ${tests}`)
  expect(status).toBe('processing')
  return id
}

async function filesOf(spaceId: string): Promise<SpaceFile[]> {
  const query = { recursive: 'true', limit: 500 } as const
  return (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })).items
}
const pathsOf = async (spaceId: string) => (await filesOf(spaceId)).map(({ path }) => path)

async function fileOf(spaceId: string, path: string): Promise<SpaceFile> {
  const file = (await filesOf(spaceId)).find((file) => file.path === path)
  if (file === undefined) throw new Error(`there is no ${path}`)
  return file
}

const content = (id: string, headers: Record<string, string> = {}) => server.fetch(`/files/${id}/content`, { headers })

async function edit(path: string, value: string | Uint8Array): Promise<void> {
  await writeFile(join(folder, path), value)
  await utimes(join(folder, path), new Date(), new Date(Date.now() + 60_000))
}

describe('a folder indexed in place', () => {
  test('R4.05 is looked through when the space is made: files, folders, counters, contents, pictures', async () => {
    await lay('a.txt', 'hello world')
    await lay('deep/er/b.json', '{}')
    await lay('photos/1.png', await bytesOf(picture(40, 30).png()))
    await lay('photos/broken.png', 'no picture')
    await lay('empty.bin', '')
    await mkdir(join(folder, 'nothing in it'))
    const previous = await stat(join(folder, 'photos'))
    const id = await index()

    const space = await spaceOf(id)
    expect(space).toMatchObject({ status: 'success', fileCount: 5, progress: null, path: folder })
    expect(space.scannedAt).not.toBeNull()
    expect(space.scanReport).toEqual({ added: 5, changed: 0, removed: 0, skipped: [], problem: null, emptied: false })
    const files = await filesOf(id)
    expect(space.totalSize).toBe(files.reduce((sum, { size }) => sum + size, 0))
    expect(files.every(({ checksum }) => /^[0-9a-f]{64}$/.test(checksum ?? ''))).toBe(true)
    expect(await fileOf(id, 'photos/1.png')).toMatchObject({ width: 40, height: 30, broken: false, kind: 'image' })
    expect(await fileOf(id, 'photos/broken.png')).toMatchObject({ broken: true })
    const folders = await server.call(fileEndpoints.listFolders, { params: { spaceId: id }, query: {} })
    expect(folders.items.map(({ name, fileCount }) => [name, fileCount])).toEqual([
      ['deep', 1],
      ['nothing in it', 0],
      ['photos', 2],
    ])
    const text = await fileOf(id, 'a.txt')
    expect(await (await content(text.id)).text()).toBe('hello world')
    const part = await content(text.id, { range: 'bytes=3-6' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'lo w', 'bytes 3-6/11'])
    expect((await content(text.id, { 'if-none-match': `"${text.checksum}"` })).status).toBe(304)
    expect((await (await content((await fileOf(id, 'empty.bin')).id)).arrayBuffer()).byteLength).toBe(0)
    const thumbnail = await server.fetch(`/files/${(await fileOf(id, 'photos/1.png')).id}/thumbnail`)
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await stat(join(folder, 'photos'))).mtimeMs).toBe(previous.mtimeMs)
    expect(await Array.fromAsync(server.platform.blobs.list())).toEqual([])
  })

  test('what was added, changed and removed behind its back is found, and the rest stays as it is', async () => {
    for (const path of ['stays.txt', 'changes.txt', 'goes.txt', 'old/a', 'old/b/c', 'swaps']) await lay(path)
    const id = await index()
    const previous = await filesOf(id)
    await edit('changes.txt', 'something longer than before')
    await rm(join(folder, 'goes.txt'))
    await rm(join(folder, 'old'), { recursive: true })
    await rm(join(folder, 'swaps'))
    await lay('swaps/now a folder')
    await lay('new/file')

    const space = await scan(id)
    expect(space.scanReport).toMatchObject({ added: 2, changed: 1, removed: 4 })
    expect(await pathsOf(id)).toEqual(['changes.txt', 'new/file', 'stays.txt', 'swaps/now a folder'])
    const stays = (files: SpaceFile[]) => files.find(({ path }) => path === 'stays.txt')
    expect(stays(await filesOf(id))).toEqual(stays(previous))
    const changed = await fileOf(id, 'changes.txt')
    expect(changed.id).toBe(previous.find(({ path }) => path === 'changes.txt')?.id)
    expect(changed.checksum).not.toBe(previous.find(({ path }) => path === 'changes.txt')?.checksum)
    expect(space).toMatchObject({
      fileCount: 4,
      totalSize: (await filesOf(id)).reduce((sum, { size }) => sum + size, 0),
    })
    const folders = await server.call(fileEndpoints.listFolders, { params: { spaceId: id }, query: {} })
    expect(folders.items.map(({ name, fileCount }) => [name, fileCount])).toEqual([
      ['new', 1],
      ['swaps', 1],
    ])
    expect((await scan(id)).scanReport).toMatchObject({ added: 0, changed: 0, removed: 0 })
    for (const id of ['space-counters', 'folder-counters'] as const)
      expect([id, await problemsOf(checkOf(server, id))]).toEqual([id, []])
  })

  test('more files than one part of a walk holds are all found, once', async () => {
    await Promise.all(Array.from({ length: 700 }, (_, file) => lay(`${file % 7}/${file % 3}/${file}.txt`)))
    const id = await index()
    expect(await spaceOf(id)).toMatchObject({ status: 'success', fileCount: 700 })
    expect((await scan(id)).scanReport).toMatchObject({ added: 0, changed: 0, removed: 0 })
    await rm(join(folder, '3'), { recursive: true })
    const { scanReport, fileCount } = await scan(id)
    expect([scanReport?.removed, fileCount]).toEqual([100, 600])
    await Promise.all(Array.from({ length: 450 }, (_, file) => lay(`flat/${file}`)))
    await scan(id)
    for (let file = 0; file < 450; file++) if (file % 3 > 0) await rm(join(folder, `flat/${file}`))
    expect((await scan(id)).scanReport).toMatchObject({ added: 0, changed: 0, removed: 300 })
    expect(await spaceOf(id)).toMatchObject({ fileCount: 750 })
  })

  test('names of every script and length are kept as the disk spells them, others are skipped and counted', async () => {
    const stored = [
      '.hidden',
      '...',
      '地板 1.jpg',
      'שלום.png',
      'مرحبا.png',
      '👩‍👩‍👧‍👦.png',
      'e\u0301 decomposed.txt',
      '\u00e9 composed.txt',
      'con',
      `${'x'.repeat(251)}.jpg`,
      '图'.repeat(85),
      ' around ',
      'C:',
    ]
    for (const name of stored) await lay(name, name)
    await lay('e\u0301/inside')
    await lay('line\nbreak', 'x')
    await lay('back\\slash', 'x')
    await lay('photo\u202Egpj.exe', 'x')
    await lay('bell\u0007/inside', 'x')
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff, 0xfe])]), 'x')
    await symlink('/etc', join(folder, 'out'))
    await symlink('/etc/hostname', join(folder, 'out.txt'))
    await symlink('.', join(folder, 'loop'))
    await symlink('.hidden', join(folder, 'inside'))
    await symlink('nowhere', join(folder, 'dangling'))
    const id = await index()

    expect((await pathsOf(id)).toSorted()).toEqual([...stored, 'e\u0301/inside'].toSorted())
    const { skipped } = (await spaceOf(id)).scanReport ?? { skipped: [] }
    expect(Object.fromEntries(skipped.map(({ reason, count }) => [reason.en, count]))).toEqual({
      'symbolic links': 5,
      'it has control characters': 3,
      'it has a backslash': 1,
      'names that are not valid Unicode': 1,
    })
    for (const { id: fileId, path } of await filesOf(id)) expect(await (await content(fileId)).text()).toBe(path)
    const query = { folder: 'e\u0301' }
    const inside = await server.call(fileEndpoints.listFiles, { params: { spaceId: id }, query })
    expect(inside.items.map(({ path }) => path)).toEqual(['e\u0301/inside'])
  })

  test('a file that is replaced by a link after the scan is not read, and neither through a folder', async () => {
    const outside = await mkdtemp(join(machine, 'outside-'))
    await writeFile(join(outside, 'secret'), 'secret')
    await lay('file', 'secret')
    await lay('folder/secret', 'secret')
    await lay('folder/picture.png', await bytesOf(picture(8, 8).png()))
    const id = await index()
    await rm(join(folder, 'file'))
    await symlink(join(outside, 'secret'), join(folder, 'file'))
    await rename(join(folder, 'folder'), join(outside, 'folder'))
    await symlink(join(outside, 'folder'), join(folder, 'folder'))
    const files = await filesOf(id)
    expect(files).toHaveLength(3)
    for (const { id: fileId } of files) {
      const response = await content(fileId, { language: 'en-us' })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ data: { error: 'file.unreachable' } })
    }
    await scan(id)
    expect(await pathsOf(id)).toEqual([])
  })

  test('a file that was changed is sent as it is now, and the index follows by itself', async () => {
    await lay('a.txt', 'first')
    const id = await index()
    const previous = await fileOf(id, 'a.txt')
    await edit('a.txt', 'second content')
    const response = await content(previous.id)
    expect(await response.text()).toBe('second content')
    expect(response.headers.get('etag')).not.toContain(previous.checksum)
    await settled()
    const now = await fileOf(id, 'a.txt')
    expect([now.id, now.size]).toEqual([previous.id, 14])
    expect(now.checksum).not.toBe(previous.checksum)
  })

  test('a deleted space leaves its folder alone, and a managed one has none to scan', async () => {
    await lay('kept.txt', 'kept')
    const id = await index()
    await server.call(spaceEndpoints.deleteSpace, { params: { spaceId: id } })
    await settled()
    expect(await readFile(join(folder, 'kept.txt'), 'utf8')).toBe('kept')
    const managed = await server.call(spaceEndpoints.createSpace, { body: { name: 'managed', path: 'managed' } })
    await expect(scan(managed.id)).rejects.toThrow(/no folder to scan/)
  })
})
