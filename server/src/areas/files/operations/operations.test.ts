import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOperationEndpoints } from '@vermilion/contract/file-operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { trashEndpoints } from '@vermilion/contract/trash'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CallFailed, startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { fileAt, spaceWith, text } from '../testing/space-with.ts'
import { expectTrueCounters, treeOf } from '../testing/tree.ts'

const { createFolder, renameFile, moveFiles, copyFiles, deleteFiles, tagFiles } = fileOperationEndpoints

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => expectTrueCounters(server))

let spaces = 0
/** A space of files whose content is what is given. Paths that end in `/` are folders. */
async function space(tree: Record<string, string>): Promise<string> {
  const files = Object.entries(tree).filter(([path]) => !path.endsWith('/'))
  const spaceId = await spaceWith(
    server,
    `operations ${++spaces}`,
    Object.fromEntries(files.map(([path, content]) => [path, text(content)])),
  )
  for (const path of Object.keys(tree).filter((each) => each.endsWith('/')))
    await server.call(createFolder, { params: { spaceId }, body: { path: path.slice(0, -1) } })
  return spaceId
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof CallFailed ? error.reason : String(error)),
  )

type Tree = Record<string, string>

describe('R2.37 moving and copying', () => {
  const start: Tree = { 'a/1.txt': 'one', 'a/b/2.txt': 'two', 'x/1.txt': 'other', 'top.txt': 'top', 'a/empty/': '' }
  interface Case {
    readonly what: string
    readonly how?: 'move' | 'copy'
    readonly start?: Tree
    readonly files?: readonly string[]
    readonly folders?: readonly string[]
    readonly filter?: object
    readonly except?: readonly string[]
    readonly to: string
    readonly conflict?: 'skip' | 'keep-both' | 'replace'
    readonly gives: Tree
    readonly answer?: object
  }
  const rest = { 'a/b/2.txt': 'two', 'a/empty/': '' }
  const cases: Case[] = [
    {
      what: 'a file into a folder',
      files: ['top.txt'],
      to: 'x',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'x/top.txt': 'top' },
      answer: { files: 1, skipped: 0 },
    },
    {
      what: 'a file into a folder that is not there yet',
      files: ['top.txt'],
      to: 'new/deep',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'new/deep/top.txt': 'top' },
    },
    {
      what: 'a file to a name that is taken, keeping both',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'keep-both',
      gives: { ...rest, 'x/1.txt': 'other', 'x/1 (2).txt': 'one', 'top.txt': 'top' },
    },
    {
      what: 'a file to a name that is taken, skipping',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'skip',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top' },
      answer: { files: 0, skipped: 1 },
    },
    {
      what: 'a file to a name that is taken, replacing',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'replace',
      gives: { ...rest, 'x/1.txt': 'one', 'top.txt': 'top' },
    },
    {
      what: 'a file to where it is',
      files: ['top.txt'],
      to: '',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top' },
      answer: { files: 0, skipped: 0 },
    },
    {
      what: 'a folder with all below it, empty ones too',
      folders: ['a'],
      to: 'x',
      gives: { 'x/1.txt': 'other', 'x/a/1.txt': 'one', 'x/a/b/2.txt': 'two', 'x/a/empty/': '', 'top.txt': 'top' },
      answer: { files: 2, skipped: 0 },
    },
    {
      what: 'a folder onto one of its name: the two become one',
      start: { 'a/1.txt': 'one', 'a/2.txt': 'two', 'x/a/1.txt': 'other' },
      folders: ['a'],
      to: 'x',
      conflict: 'keep-both',
      gives: { 'x/a/1.txt': 'other', 'x/a/1 (2).txt': 'one', 'x/a/2.txt': 'two' },
    },
    {
      what: 'a folder onto one of its name, skipping: what is skipped stays, with its folder',
      start: { 'a/1.txt': 'one', 'a/2.txt': 'two', 'a/b/3.txt': 'three', 'x/a/1.txt': 'other' },
      folders: ['a'],
      to: 'x',
      conflict: 'skip',
      gives: { 'a/1.txt': 'one', 'x/a/1.txt': 'other', 'x/a/2.txt': 'two', 'x/a/b/3.txt': 'three' },
      answer: { files: 2, skipped: 1 },
    },
    {
      what: 'a folder to the name of a file gets a number',
      start: { 'a/1.txt': 'one', 'x/a': 'a file' },
      folders: ['a'],
      to: 'x',
      conflict: 'keep-both',
      gives: { 'x/a': 'a file', 'x/a (2)/1.txt': 'one' },
    },
    {
      what: 'a file to the name of a folder gets a number',
      start: { name: 'file', 'x/name/1.txt': 'one' },
      files: ['name'],
      to: 'x',
      conflict: 'keep-both',
      gives: { 'x/name/1.txt': 'one', 'x/name (2)': 'file' },
    },
    {
      what: 'a file never replaces a folder',
      start: { name: 'file', 'x/name/1.txt': 'one' },
      files: ['name'],
      to: 'x',
      conflict: 'replace',
      gives: { name: 'file', 'x/name/1.txt': 'one' },
      answer: { files: 0, skipped: 1 },
    },
    {
      what: 'files of one name out of several folders',
      start: { 'a/i.txt': '1', 'b/i.txt': '2', 'c/i.txt': '3', 'd/': '' },
      files: ['a/i.txt', 'b/i.txt', 'c/i.txt'],
      to: 'd',
      conflict: 'keep-both',
      gives: { 'a/': '', 'b/': '', 'c/': '', 'd/i.txt': '1', 'd/i (2).txt': '2', 'd/i (3).txt': '3' },
    },
    {
      what: 'what a filter finds, but one',
      filter: { folder: '', recursive: true, search: '*.txt' },
      except: ['top.txt'],
      to: 'all',
      conflict: 'keep-both',
      gives: {
        'a/empty/': '',
        'a/b/': '',
        'a/': '',
        'x/': '',
        'all/1.txt': 'one',
        'all/1 (2).txt': 'other',
        'all/2.txt': 'two',
        'top.txt': 'top',
      },
      answer: { files: 3 },
    },
    {
      what: 'a file that is named, in a selected folder, and found: once',
      files: ['a/1.txt'],
      folders: ['a'],
      filter: { folder: 'a', recursive: true },
      to: 'x/y',
      gives: { 'x/1.txt': 'other', 'x/y/1.txt': 'one', 'x/y/a/b/2.txt': 'two', 'x/y/a/empty/': '', 'top.txt': 'top' },
      answer: { files: 2 },
    },
    {
      what: 'a copy of a file beside it',
      how: 'copy',
      files: ['top.txt'],
      to: '',
      conflict: 'keep-both',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top', 'top (2).txt': 'top' },
    },
    {
      what: 'a copy of a file onto itself, replacing',
      how: 'copy',
      files: ['top.txt'],
      to: '',
      conflict: 'replace',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top' },
      answer: { files: 0, skipped: 1 },
    },
    {
      what: 'a copy of a folder beside it',
      how: 'copy',
      folders: ['a'],
      to: '',
      conflict: 'keep-both',
      gives: {
        'a/1.txt': 'one',
        ...rest,
        'a (2)/1.txt': 'one',
        'a (2)/b/2.txt': 'two',
        'a (2)/empty/': '',
        'x/1.txt': 'other',
        'top.txt': 'top',
      },
    },
    {
      what: 'a copy of everything into a folder of itself ends',
      how: 'copy',
      filter: { folder: '', recursive: true },
      to: 'x',
      conflict: 'keep-both',
      gives: {
        'a/1.txt': 'one',
        ...rest,
        'x/1.txt': 'other',
        'x/1 (2).txt': 'one',
        'x/1 (3).txt': 'other',
        'x/2.txt': 'two',
        'x/top.txt': 'top',
        'top.txt': 'top',
      },
      answer: { files: 4 },
    },
    {
      what: 'a copy to a name that is taken, replacing',
      how: 'copy',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'replace',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'one', 'top.txt': 'top' },
    },
  ]

  test.each(cases)('$what', async ({ how = 'move', files = [], folders = [], filter, except = [], to, ...rest }) => {
    const spaceId = await space(rest.start ?? start)
    const ids = async (paths: readonly string[]) => {
      const found: string[] = []
      for (const path of paths) found.push((await fileAt(server, spaceId, path)).id)
      return found
    }
    const selection = { fileIds: await ids(files), folders: [...folders], filter, except: await ids(except) }
    const body = { selection, target: { spaceId, folder: to }, conflict: rest.conflict }
    const answer = await server.call(how === 'move' ? moveFiles : copyFiles, { params: { spaceId }, body })
    expect(await treeOf(server, spaceId)).toEqual(withParents(rest.gives))
    expect(answer).toMatchObject({ workId: null, ...rest.answer })
  })

  test('to another space: the ids stay, and both count right', async () => {
    const [from, to] = [await space(start), await space({ 'a/1.txt': 'theirs' })]
    const moved = await fileAt(server, from, 'a/b/2.txt')
    const body = { selection: { folders: ['a'] }, target: { spaceId: to, folder: '' }, conflict: 'replace' as const }
    await server.call(moveFiles, { params: { spaceId: from }, body })
    expect(await treeOf(server, from)).toEqual({ 'x/1.txt': 'other', 'top.txt': 'top' })
    expect(await treeOf(server, to)).toEqual({ 'a/1.txt': 'one', 'a/b/2.txt': 'two', 'a/empty/': '' })
    expect(await fileAt(server, to, 'a/b/2.txt')).toEqual({ ...moved, spaceId: to })
    const { items } = await server.call(trashEndpoints.listTrash, { params: { spaceId: to }, query: {} })
    expect(items).toMatchObject([{ path: 'a/1.txt', size: 6 }])
    expect(await server.call(spaceEndpoints.getSpace, { params: { spaceId: to } })).toMatchObject({ fileCount: 2 })
  })

  test('a folder is never put into itself, and nothing is done', async () => {
    const spaceId = await space({ 'a/b/1.txt': 'one', 'ab/2.txt': 'two' })
    for (const folder of ['a', 'a/b', 'a/new']) {
      const body = { selection: { folders: ['a'] }, target: { spaceId, folder } }
      expect(await reasonOf(server.call(moveFiles, { params: { spaceId }, body }))).toBe('file.into-itself')
      expect(await reasonOf(server.call(copyFiles, { params: { spaceId }, body }))).toBe('file.into-itself')
    }
    const body = { selection: { folders: ['a'] }, target: { spaceId, folder: 'ab' } }
    expect(await server.call(moveFiles, { params: { spaceId }, body })).toMatchObject({ files: 1 })
    expect(await treeOf(server, spaceId)).toEqual({ 'ab/2.txt': 'two', 'ab/a/b/1.txt': 'one' })
  })

  test('what cannot be is refused: nothing selected, a target that is no folder or no path', async () => {
    const spaceId = await space({ 'a/1.txt': 'one', file: 'x' })
    const { id } = await fileAt(server, spaceId, 'a/1.txt')
    const refused = (selection: object, folder = '', target = spaceId) =>
      reasonOf(
        server.call(moveFiles, { params: { spaceId }, body: { selection, target: { spaceId: target, folder } } }),
      )
    expect(await refused({})).toBe('file.none-selected')
    expect(await refused({ fileIds: ['none'], folders: ['none'] })).toBe('file.none-selected')
    expect(await refused({ filter: { recursive: true, search: 'nothing' } })).toBe('file.none-selected')
    expect(await refused({ fileIds: [id] }, 'file')).toBe('file.path-invalid')
    expect(await refused({ fileIds: [id] }, 'file/below')).toBe('file.path-invalid')
    expect(await refused({ fileIds: [id] }, '../out')).toBe('file.path-invalid')
    expect(await refused({ fileIds: [id] }, '', 'none')).toBe('space.not-found')
  })
})

test('R2.37 files of a folder in place are copied into the store, and nothing there is changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-in-place-'))
  await mkdir(join(folder, 'a/empty'), { recursive: true })
  for (const name of ['a/1.txt', 'a/2.txt', 'a/cafe\u0301.txt']) await writeFile(join(folder, name), name)
  const place = await startTestServer({ environment: { VERMILION_ROOTS: folder } })
  try {
    const body = { name: 'theirs', path: folder }
    const { id: spaceId } = await place.call(spaceEndpoints.createSpace, { body })
    await place.platform.jobs.settled()
    const to = await spaceWith(place, 'ours', { 'a/1.txt': text('ours') })
    await rm(join(folder, 'a/2.txt'))
    const wish = { selection: { folders: ['a'] }, target: { spaceId: to, folder: '' } }
    const { workId } = await place.call(copyFiles, { params: { spaceId }, body: wish })
    expect(workId).not.toBeNull()
    await place.platform.jobs.settled()
    const copied = await treeOf(place, to)
    expect(copied).toMatchObject({ 'a/1.txt': 'ours', 'a/1 (2).txt': 'a/1.txt', 'a/caf\u00e9.txt': 'a/cafe\u0301.txt' })
    expect(await fileAt(place, to, 'a/1 (2).txt')).toMatchObject({ checksum: sha256('a/1.txt'), size: 7 })
    await expectTrueCounters(place)
    const changing = [
      place.call(moveFiles, { params: { spaceId }, body: wish }),
      place.call(deleteFiles, { params: { spaceId }, body: wish }),
      place.call(createFolder, { params: { spaceId }, body: { path: 'new' } }),
      place.call(renameFile, { params: { spaceId }, body: { folder: 'a', name: 'b' } }),
      place.call(copyFiles, { params: { spaceId: to }, body: { ...wish, target: { spaceId, folder: '' } } }),
    ]
    for (const refused of await Promise.all(changing.map(reasonOf))) expect(refused).toBe('space.in-place')
    expect((await readdir(join(folder, 'a'))).toSorted()).toEqual(['1.txt', 'cafe\u0301.txt', 'empty'])
  } finally {
    await place.stop()
    await rm(folder, { recursive: true })
  }
})

describe('R2.37 folders and names', () => {
  test('a folder is made with those above it, once, in one spelling', async () => {
    const spaceId = await space({ 'file.txt': 'x' })
    const make = (path: string) => server.call(createFolder, { params: { spaceId }, body: { path } })
    expect(await make('a/b/cafe\u0301')).toEqual({ path: 'a/b/caf\u00e9' })
    expect(await treeOf(server, spaceId)).toEqual({ 'file.txt': 'x', 'a/': '', 'a/b/': '', 'a/b/caf\u00e9/': '' })
    expect(await reasonOf(make('a/b/caf\u00e9'))).toBe('file.name-taken')
    expect(await reasonOf(make('file.txt'))).toBe('file.name-taken')
    for (const path of ['file.txt/a', '../a', '/a', 'a//b', 'x\u0000'])
      expect(await reasonOf(make(path)), path).toBe('file.path-invalid')
  })

  test.each([
    { what: 'a name', name: 'b.txt', gives: 'b.txt' },
    { what: 'a name in decomposed letters', name: 'cafe\u0301.txt', gives: 'caf\u00e9.txt' },
    { what: 'the same name', name: 'a.txt', gives: 'a.txt' },
    { what: 'the same name in capitals', name: 'A.TXT', gives: 'A.TXT' },
    { what: 'the name of another file', name: 'taken.txt', fails: 'file.name-taken' },
    { what: 'the name of a folder', name: 'folder', fails: 'file.name-taken' },
    { what: 'a path', name: 'x/y', fails: 'file.path-invalid' },
    { what: 'two dots', name: '..', fails: 'file.path-invalid' },
    { what: 'a name of 256 bytes', name: '图'.repeat(86), fails: 'file.path-invalid' },
  ])('a file is given $what', async ({ name, gives, fails }) => {
    const spaceId = await space({ 'd/a.txt': 'a', 'd/taken.txt': 't', 'd/folder/': '' })
    const { id } = await fileAt(server, spaceId, 'd/a.txt')
    const renamed = server.call(renameFile, { params: { spaceId }, body: { fileId: id, name } })
    if (fails !== undefined) {
      expect(await reasonOf(renamed)).toBe(fails)
      expect((await fileAt(server, spaceId, 'd/a.txt')).id).toBe(id)
      return
    }
    await renamed
    const file = await server.call(fileEndpoints.getFile, { params: { fileId: id } })
    expect([file.path, file.name]).toEqual([`d/${gives}`, gives])
  })

  test('another ending makes another kind of file of it', async () => {
    const spaceId = await space({ 'a.txt': 'a' })
    const { id } = await fileAt(server, spaceId, 'a.txt')
    await server.call(renameFile, { params: { spaceId }, body: { fileId: id, name: 'a.png' } })
    await server.platform.jobs.settled()
    const file = await server.call(fileEndpoints.getFile, { params: { fileId: id } })
    expect(file).toMatchObject({ kind: 'image', mediaType: 'image/png', broken: true })
  })

  test('a folder is given a name: all below it follow, ids and all', async () => {
    const spaceId = await space({ 'p/a/1.txt': 'one', 'p/a/b/2.txt': 'two', 'p/a/e/': '', 'p/ab/3.txt': 'three' })
    const { id } = await fileAt(server, spaceId, 'p/a/b/2.txt')
    const rename = (folder: string, name: string) =>
      server.call(renameFile, { params: { spaceId }, body: { folder, name } })
    expect(await rename('p/a', 'n')).toEqual({ files: 2, skipped: 0, workId: null })
    const tree = { 'p/n/1.txt': 'one', 'p/n/b/2.txt': 'two', 'p/n/e/': '', 'p/ab/3.txt': 'three' }
    expect(await treeOf(server, spaceId)).toEqual(tree)
    expect((await fileAt(server, spaceId, 'p/n/b/2.txt')).id).toBe(id)
    expect(await reasonOf(rename('p/n', 'ab'))).toBe('file.name-taken')
    expect(await reasonOf(rename('p/none', 'x'))).toBe('folder.not-found')
    expect(await reasonOf(rename('p/n', 'x/y'))).toBe('file.path-invalid')
    expect(await treeOf(server, spaceId)).toEqual(tree)
  })
})

test('R2.37 tags are added and taken away, of all that is selected', async () => {
  const spaceId = await space({ 'a/1.txt': 'one', 'a/2.txt': 'two', '3.txt': 'three' })
  const tag = (body: object) => server.call(tagFiles, { params: { spaceId }, body: body as never })
  const tagsOf = async (path: string) => (await fileAt(server, spaceId, path)).tags
  expect(await tag({ selection: { folders: ['a'] }, add: ['dirty', 'night'] })).toMatchObject({ files: 2 })
  await tag({ selection: { filter: { recursive: true } }, add: ['night', 'day'], remove: ['dirty'] })
  expect([await tagsOf('a/1.txt'), await tagsOf('3.txt')]).toEqual([
    ['night', 'day'],
    ['night', 'day'],
  ])
  const many = Array.from({ length: 50 }, (_, index) => `t${index}`)
  expect(await tag({ selection: { folders: ['a'] }, add: many })).toMatchObject({ files: 0, skipped: 2 })
  expect(await reasonOf(tag({ selection: {}, add: ['x'] }))).toBe('file.none-selected')
})

describe('R2.37 deleting and restoring', () => {
  test('a folder goes with all below it, and comes back where it was, under the same ids', async () => {
    const spaceId = await space({ 'a/1.txt': 'one', 'a/b/2.txt': 'two', 'a/e/': '', '3.txt': 'three' })
    const before = await fileAt(server, spaceId, 'a/b/2.txt')
    const params = { spaceId }
    const gone = await server.call(deleteFiles, { params, body: { selection: { folders: ['a'] } } })
    expect(gone).toEqual({ files: 2, skipped: 0, workId: null })
    expect(await treeOf(server, spaceId)).toEqual({ '3.txt': 'three' })
    expect(await reasonOf(server.call(fileEndpoints.getFile, { params: { fileId: before.id } }))).toBe('file.not-found')
    const page = await server.call(trashEndpoints.listTrash, { params, query: { limit: 1 } })
    expect(page).toMatchObject({ total: 2, items: [{ deletedBy: 'admin', spaceId }] })

    const [one] = (await server.call(trashEndpoints.listTrash, { params, query: {} })).items
    await server.call(trashEndpoints.restoreFiles, { params, body: { fileIds: [one!.id, 'none'] } })
    await server.call(trashEndpoints.restoreFiles, { params, body: { all: true } })
    expect(await treeOf(server, spaceId)).toEqual({ 'a/1.txt': 'one', 'a/b/2.txt': 'two', '3.txt': 'three' })
    expect(await fileAt(server, spaceId, 'a/b/2.txt')).toEqual(before)
    expect((await server.call(trashEndpoints.listTrash, { params, query: {} })).items).toEqual([])
    expect(await reasonOf(server.call(trashEndpoints.restoreFiles, { params, body: { all: true } }))).toBe(
      'file.none-selected',
    )
  })

  test('what stands in its place by now stays: it gets a number', async () => {
    const spaceId = await space({ 'a.txt': 'old', 'd/1.txt': 'in the folder' })
    const params = { spaceId }
    const all = { selection: { filter: { recursive: true }, folders: ['d'] } }
    await server.call(deleteFiles, { params, body: all })
    expect(await treeOf(server, spaceId)).toEqual({})
    await upload(server, { spaceId, path: 'a.txt' }, text('new'))
    await upload(server, { spaceId, path: 'd' }, text('a file'))
    await server.call(trashEndpoints.restoreFiles, { params, body: { all: true } })
    expect(await treeOf(server, spaceId)).toEqual({
      'a.txt': 'new',
      'a (2).txt': 'old',
      d: 'a file',
      'd (2)/1.txt': 'in the folder',
    })
  })

  test('an emptied trash is gone for good', async () => {
    const spaceId = await space({ 'a.txt': 'a', 'b.txt': 'b' })
    const params = { spaceId }
    await server.call(deleteFiles, { params, body: { selection: { filter: {} } } })
    expect(await server.call(trashEndpoints.emptyTrash, { params })).toMatchObject({ files: 2 })
    expect(await server.call(trashEndpoints.emptyTrash, { params })).toMatchObject({ files: 0 })
    expect(await reasonOf(server.call(trashEndpoints.restoreFiles, { params, body: { all: true } }))).toBe(
      'file.none-selected',
    )
  })
})

/** Folders that the tree says are empty, and those that are so only because of them. */
function withParents(tree: Tree): Tree {
  const found = { ...tree }
  const holdsFile = (folder: string) => Object.keys(tree).some((path) => !path.endsWith('/') && path.startsWith(folder))
  for (const path of Object.keys(tree).filter((each) => each.endsWith('/'))) {
    const parts = path.slice(0, -1).split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const above = `${parts.slice(0, depth).join('/')}/`
      if (!holdsFile(above)) found[above] = ''
    }
  }
  return found
}
