import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { fileAt } from '../testing/space-with.ts'
import { expectTrueCounters, treeOf, treeSpace } from '../testing/tree.ts'
import type { Tree } from '../testing/tree.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => expectTrueCounters(server))

const { createFolder, renameFile, tagFiles } = fileOperationEndpoints

const space = (tree: Tree) => treeSpace(server, tree)

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

test('a tag holds nothing that stands between tags; one from before that was so is shown, and can be taken away', async () => {
  const spaceId = await space({ '1.txt': 'one' })
  const tag = (body: object) => server.call(tagFiles, { params: { spaceId }, body: body as never })
  const selection = { filter: {} }
  for (const tags of [['a;b'], ['a；b'], ['a\u0007b'], ['good', 'line\nbreak']]) {
    await expect(tag({ selection, add: tags })).rejects.toThrow(/give the parts as tags of their own/)
    const body = { name: 'refused', path: 'refused', tags }
    expect(await reasonOf(server.call(spaceEndpoints.createSpace, { body }))).toBe('request.invalid')
  }
  await server.platform.database
    .query<{ files: { spaceId: string; tags: string } }>()
    .updateTable('files')
    .set({ tags: '["a;b","kept"]' })
    .where('spaceId', '=', spaceId)
    .execute()
  expect(await fileAt(server, spaceId, '1.txt')).toMatchObject({ tags: ['a;b', 'kept'] })
  await tag({ selection, add: ['a', 'b'], remove: ['a;b'] })
  expect(await fileAt(server, spaceId, '1.txt')).toMatchObject({ tags: ['kept', 'a', 'b'] })
})
