import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { fileAt, text } from '../testing/space-with.ts'
import { expectTrueCounters, treeOf, treeSpace } from '../testing/tree.ts'
import type { Tree } from '../testing/tree.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => expectTrueCounters(server))

const { deleteFiles } = fileOperationEndpoints

const space = (tree: Tree) => treeSpace(server, tree)

describe('R2.37 deleting and restoring', () => {
  test('a folder goes with all below it, and comes back where it was, under the same ids', async () => {
    const spaceId = await space({ 'a/1.txt': 'one', 'a/b/2.txt': 'two', 'a/e/': '', '3.txt': 'three' })
    const previous = await fileAt(server, spaceId, 'a/b/2.txt')
    const params = { spaceId }
    const deletion = await server.call(deleteFiles, { params, body: { selection: { folders: ['a'] } } })
    expect(deletion).toEqual({ files: 2, skipped: 0, workId: null })
    expect(await treeOf(server, spaceId)).toEqual({ '3.txt': 'three' })
    expect(await reasonOf(server.call(fileEndpoints.getFile, { params: { fileId: previous.id } }))).toBe(
      'file.not-found',
    )
    const page = await server.call(trashEndpoints.listTrash, { params, query: { limit: 1 } })
    expect(page).toMatchObject({ total: 2, items: [{ deletedBy: 'admin', spaceId }] })

    const [one] = (await server.call(trashEndpoints.listTrash, { params, query: {} })).items
    await server.call(trashEndpoints.restoreFiles, { params, body: { fileIds: [one!.id, 'none'] } })
    await server.call(trashEndpoints.restoreFiles, { params, body: { all: true } })
    expect(await treeOf(server, spaceId)).toEqual({ 'a/1.txt': 'one', 'a/b/2.txt': 'two', '3.txt': 'three' })
    expect(await fileAt(server, spaceId, 'a/b/2.txt')).toEqual(previous)
    expect((await server.call(trashEndpoints.listTrash, { params, query: {} })).items).toEqual([])
    expect(await reasonOf(server.call(trashEndpoints.restoreFiles, { params, body: { all: true } }))).toBe(
      'file.none-selected',
    )
  })

  test('what stands in its place by now stays: it gets a number', async () => {
    const spaceId = await space({
      'a.txt': 'old',
      'd/1.txt': 'in the folder',
      'd/2.txt': 'beside',
      'd/e/3.txt': 'below',
    })
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
      'd (2)/2.txt': 'beside',
      'd (2)/e/3.txt': 'below',
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
