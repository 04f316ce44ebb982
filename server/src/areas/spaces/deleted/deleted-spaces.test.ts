import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { clockOf } from '#platform/clock'
import { collectBlobs } from '#platform/blobs/index-check'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { uploadPacked } from '../../../testing/upload-pack.ts'
import { upload } from '../../../testing/upload.ts'

const { listSpaces, createSpace, getSpace, deleteSpace } = spaceEndpoints
const { listDeletedSpaces, restoreSpace, purgeSpace } = deletedSpaceEndpoints
const day = 24 * 3_600_000

let data = ''
let server: TestServer
let now = 0
const start = (environment: Record<string, string> = {}) =>
  startTestServer({ data, clock: clockOf(() => now), environment })
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-deleted-'))
  now = Date.now()
  server = await start()
})
afterEach(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true })
})

async function startAfter(days: number): Promise<void> {
  await server.stop()
  now += days * day
  server = await start()
  await server.platform.jobs.settled()
}

async function spaceOf(name: string, ...paths: string[]): Promise<string> {
  const { id: spaceId } = await server.call(createSpace, { body: { name, path: name, tags: ['kept'] } })
  for (const path of paths) await upload(server, { spaceId, path }, new TextEncoder().encode(path))
  return spaceId
}

const deleted = async () => (await server.call(listDeletedSpaces, { query: {} })).items
const blobsOf = async () => (await Array.fromAsync(server.platform.blobs.list())).length
const collect = () => collectBlobs({ ...server.platform, owners: server.platform.blobOwners })

describe('R2.38 deleted data spaces', () => {
  test('one is listed with who deleted it and until when it can be restored, and comes back as it was', async () => {
    const spaceId = await spaceOf('floor', 'a/1.txt', '2.txt')
    const previous = await server.call(getSpace, { params: { spaceId } })
    await server.call(deleteSpace, { params: { spaceId } })
    expect((await server.call(listSpaces, { query: {} })).items).toEqual([])
    const at = (time: number) => new Date(time).toISOString()
    expect(await deleted()).toEqual([
      {
        id: spaceId,
        name: 'floor',
        path: 'floor',
        fileCount: 2,
        totalSize: 12,
        deletedAt: at(now),
        deletedBy: 'admin',
        purgedAt: at(now + 30 * day),
      },
    ])
    const restored = await server.call(restoreSpace, { params: { spaceId } })
    expect({ ...restored, updatedAt: '' }).toEqual({ ...previous, updatedAt: '' })
    expect(await deleted()).toEqual([])
    expect(await reasonOf(server.call(restoreSpace, { params: { spaceId } }))).toBe('space.not-found')
  })

  test('one whose name and path were given away gets a number', async () => {
    const spaceId = await spaceOf('floor')
    await server.call(deleteSpace, { params: { spaceId } })
    await spaceOf('floor')
    await spaceOf('floor (2)')
    expect(await server.call(restoreSpace, { params: { spaceId } })).toMatchObject({
      name: 'floor (3)',
      path: 'floor-2',
    })
  })

  test('its files are kept while it can be restored, and go with it for good', async () => {
    const spaceId = await spaceOf('floor', '1.txt', '2.txt')
    const selection = { filter: { search: '1.txt' } }
    await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body: { selection } })
    await server.call(deleteSpace, { params: { spaceId } })
    await startAfter(29)
    await collect()
    expect(await blobsOf()).toBe(2)
    await startAfter(2)
    expect(await deleted()).toEqual([])
    expect(await reasonOf(server.call(restoreSpace, { params: { spaceId } }))).toBe('space.not-found')
    const rows = server.platform.database.query<{ files: object; trash: object; folders: object }>()
    for (const table of ['files', 'trash', 'folders'] as const)
      expect(await rows.selectFrom(table).selectAll().execute(), table).toEqual([])
    await collect()
    expect(await blobsOf()).toBe(0)
  })

  test('one that is deleted for good at once', async () => {
    const spaceId = await spaceOf('floor', '1.txt')
    expect(await reasonOf(server.call(purgeSpace, { params: { spaceId } }))).toBe('space.not-found')
    await server.call(deleteSpace, { params: { spaceId } })
    await server.call(purgeSpace, { params: { spaceId } })
    expect(await deleted()).toEqual([])
    expect(await reasonOf(server.call(restoreSpace, { params: { spaceId } }))).toBe('space.not-found')
  })

  test('while very many files go for good, others have their turn', async () => {
    const spaceId = await spaceOf('many')
    for (let pack = 0; pack < 3; pack++) {
      const files = Array.from({ length: 200 }, (_, number) => ({
        path: `${pack}/${number}`,
        content: new Uint8Array(),
      }))
      await uploadPacked(server, spaceId, files)
    }
    await server.call(deleteSpace, { params: { spaceId } })
    const left = server.platform.database.query<{ files: object }>().selectFrom('files').selectAll()
    const visited = new Set<number>()
    await server.call(purgeSpace, { params: { spaceId } })
    while (!visited.has(0)) {
      visited.add((await left.execute()).length)
      await setImmediate()
    }
    expect([...visited].filter((count) => count > 0 && count < 600)).not.toEqual([])
    await server.platform.jobs.settled()
  })

  test('of a folder that is indexed in place no file is touched', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vermilion-theirs-'))
    await server.stop()
    await writeFile(join(folder, 'a.txt'), 'theirs')
    server = await start({ VERMILION_ROOTS: folder })
    const { id: spaceId } = await server.call(createSpace, { body: { name: 'theirs', path: folder } })
    await server.platform.jobs.settled()
    await server.call(deleteSpace, { params: { spaceId } })
    const { id: again } = await server.call(createSpace, { body: { name: 'again', path: folder } })
    expect(await reasonOf(server.call(restoreSpace, { params: { spaceId } }))).toBe('space.path-taken')
    await server.platform.jobs.settled()
    await server.call(deleteSpace, { params: { spaceId: again } })
    await writeFile(join(folder, 'b.txt'), 'came meanwhile')
    await server.call(restoreSpace, { params: { spaceId } })
    await server.platform.jobs.settled()
    expect(await server.call(getSpace, { params: { spaceId } })).toMatchObject({ status: 'success', fileCount: 2 })
    await server.call(deleteSpace, { params: { spaceId } })
    await server.call(purgeSpace, { params: { spaceId } })
    await server.platform.jobs.settled()
    expect((await readdir(folder)).toSorted()).toEqual(['a.txt', 'b.txt'])
    await rm(folder, { recursive: true })
  })
})

test('R2.37 the trash is emptied of what has lain there for 30 days, and its content is kept until then', async () => {
  const spaceId = await spaceOf('floor', 'old.txt', 'new.txt')
  const remove = (search: string) =>
    server.call(fileOperationEndpoints.deleteFiles, {
      params: { spaceId },
      body: { selection: { filter: { search } } },
    })
  const trash = async () =>
    (await server.call(trashEndpoints.listTrash, { params: { spaceId }, query: {} })).items.map(({ path }) => path)
  await remove('old.txt')
  await startAfter(20)
  await remove('new.txt')
  expect(await trash()).toEqual(['new.txt', 'old.txt'])
  await collect()
  expect(await blobsOf()).toBe(2)
  await startAfter(11)
  expect(await trash()).toEqual(['new.txt'])
  await collect()
  expect(await blobsOf()).toBe(1)
})
