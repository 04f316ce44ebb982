import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveEndpoints } from '@vermilion/contract/files/archives'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../../../testing/start-server.ts'
import { startInPlace } from '../testing/in-place.ts'
import type { InPlace } from '../testing/in-place.ts'
import { fileAt } from '../testing/space-with.ts'
import { treeOf, treeSpace } from '../testing/tree.ts'

const { copyFiles, tagFiles } = fileOperationEndpoints

let inPlace: InPlace
let server: TestServer
beforeAll(async () => {
  inPlace = await startInPlace()
  server = inPlace.server
})
afterAll(() => inPlace.stop())

test('a folder that the disk spells with decomposed characters is meant as it is spelled', async () => {
  const folder = 'cafe\u0301'
  for (const path of [`${folder}/1.txt`, `${folder}/deep/2.txt`, 'other.txt']) await inPlace.lay(`decomposed/${path}`)
  const { id: spaceId } = await inPlace.index('decomposed')
  const params = { spaceId }
  const selection = { folders: [folder] }
  const name = 'all'
  expect(await server.call(archiveEndpoints.createArchive, { params, body: { selection, name } })).toMatchObject({
    files: 2,
  })
  const allFiles = { filter: { folder, recursive: true } }
  expect(await server.call(tagFiles, { params, body: { selection: allFiles, add: ['found'] } })).toMatchObject({
    files: 2,
  })
  expect(await server.call(tagFiles, { params, body: { selection, add: ['chosen'] } })).toMatchObject({ files: 2 })
  expect(await fileAt(server, spaceId, `${folder}/1.txt`)).toMatchObject({ tags: ['found', 'chosen'] })
  const to = await treeSpace(server, {})
  await server.call(copyFiles, { params, body: { selection, target: { spaceId: to, folder: '' } } })
  await inPlace.settled()
  expect(Object.keys(await treeOf(server, to))).toEqual(['caf\u00e9/1.txt', 'caf\u00e9/deep/2.txt'])
})

test('copying a large file into the store ends at once when it is stopped, and nothing is there of it', async () => {
  await inPlace.lay('large/file')
  await truncate(join(inPlace.machine, 'large/file'), 400_000_000)
  const { id: spaceId } = await inPlace.index('large')
  const to = await treeSpace(server, {})
  const body = { selection: { filter: {} }, target: { spaceId: to, folder: '' } }
  const { workId } = await server.call(copyFiles, { params: { spaceId }, body })
  const previous = (await Array.fromAsync(server.platform.blobs.list())).length
  await server.call(workEndpoints.stopWork, { params: { workId: workId ?? '' } })
  expect(await inPlace.spaceOf(to)).toMatchObject({ fileCount: 0 })
  expect(await Array.fromAsync(server.platform.blobs.list())).toHaveLength(previous)
})
