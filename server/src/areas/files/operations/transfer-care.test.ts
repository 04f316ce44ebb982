import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { fileAt, spaceWith, text } from '../testing/space-with.ts'
import { expectTrueCounters, treeOf, treeSpace } from '../testing/tree.ts'
import type { Tree } from '../testing/tree.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => expectTrueCounters(server))

const { createFolder, renameFile, moveFiles, copyFiles, deleteFiles } = fileOperationEndpoints

const space = (tree: Tree) => treeSpace(server, tree)

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

describe('R2.37 moving and copying, with care', () => {
  const start = { 'a/1.txt': 'one', 'a/b/2.txt': 'two', 'x/1.txt': 'other', 'top.txt': 'top', 'a/empty/': '' }

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

  test('a file that is moved out of a folder at this moment does not share its fate', async () => {
    const spaceId = await space({ 'a/1.txt': 'one', 'a/2.txt': 'two' })
    const { id } = await fileAt(server, spaceId, 'a/1.txt')
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      return { ended: server.platform.database.transaction(() => promise), release: resolve }
    }
    // Writers take turns: the files to delete are read after the first hold, and the file moves before they are deleted.
    const first = hold()
    const deleting = server.call(deleteFiles, { params: { spaceId }, body: { selection: { folders: ['a'] } } })
    await sleep(100)
    const second = hold()
    const out = { selection: { fileIds: [id] }, target: { spaceId, folder: '' } }
    const moving = server.call(moveFiles, { params: { spaceId }, body: out })
    await sleep(100)
    first.release()
    await sleep(100)
    second.release()
    await Promise.all([first.ended, second.ended, moving, deleting])
    expect(await treeOf(server, spaceId)).toEqual({ '1.txt': 'one' })
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
  const inPlace = await startTestServer({ environment: { VERMILION_ROOTS: folder } })
  try {
    const body = { name: 'theirs', path: folder }
    const { id: spaceId } = await inPlace.call(spaceEndpoints.createSpace, { body })
    await inPlace.platform.jobs.settled()
    const to = await spaceWith(inPlace, 'ours', { 'a/1.txt': text('ours') })
    await rm(join(folder, 'a/2.txt'))
    const request = { selection: { folders: ['a'] }, target: { spaceId: to, folder: '' } }
    const { workId } = await inPlace.call(copyFiles, { params: { spaceId }, body: request })
    expect(workId).not.toBeNull()
    await inPlace.platform.jobs.settled()
    const copied = await treeOf(inPlace, to)
    expect(copied).toMatchObject({ 'a/1.txt': 'ours', 'a/1 (2).txt': 'a/1.txt', 'a/caf\u00e9.txt': 'a/cafe\u0301.txt' })
    expect(await fileAt(inPlace, to, 'a/1 (2).txt')).toMatchObject({ checksum: sha256('a/1.txt'), size: 7 })
    await expectTrueCounters(inPlace)
    const changing = [
      inPlace.call(moveFiles, { params: { spaceId }, body: request }),
      inPlace.call(deleteFiles, { params: { spaceId }, body: request }),
      inPlace.call(createFolder, { params: { spaceId }, body: { path: 'new' } }),
      inPlace.call(renameFile, { params: { spaceId }, body: { folder: 'a', name: 'b' } }),
      inPlace.call(copyFiles, { params: { spaceId: to }, body: { ...request, target: { spaceId, folder: '' } } }),
    ]
    for (const refused of await Promise.all(changing.map(reasonOf))) expect(refused).toBe('space.in-place')
    expect((await readdir(join(folder, 'a'))).toSorted()).toEqual(['1.txt', 'cafe\u0301.txt', 'empty'])
  } finally {
    await inPlace.stop()
    await rm(folder, { recursive: true })
  }
})
