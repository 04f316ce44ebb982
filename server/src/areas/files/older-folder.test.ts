import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileEndpoints } from '@vermilion/contract/files'
import { fileName, folderOf } from '@vermilion/contract/paths'
import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { createDatabase } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { migrations } from '../../../migrations/index.ts'
import { checkOf, problemsOf } from '../../testing/check-problems.ts'
import { startTestServer } from '../../testing/start-server.ts'
import { sortKey } from './sort-key.ts'

interface OldTables {
  spaces: Record<string, string | number | null>
  files: Record<string, string | number | null>
}

const paths = ['top.txt', 'a/img2.jpg', 'a/img10.jpg', 'a/b/c/deep.jpg', 'ab/beside.jpg', '图/地板.png']

/** A data folder as the last version wrote it whose files named their folders by paths. */
async function writeOldFolder(data: string): Promise<void> {
  const database = createDatabase(openSqlite(join(data, 'vermilion.db')))
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0013'))
  await migrate({ database, migrations: old, clock: systemClock, backup: async () => {} })
  const query = database.query<OldTables>()
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
  for (const [spaceId, count] of [
    ['full', paths.length],
    ['other', 1],
    ['empty', 0],
  ] as const) {
    const space = {
      id: spaceId,
      name: spaceId,
      path: spaceId,
      description: '',
      tags: '[]',
      status: 'normal',
      progress: null,
    }
    const totalSize = (count * (count + 1)) / 2
    await query
      .insertInto('spaces')
      .values({ ...space, fileCount: count, totalSize, ...times })
      .execute()
    for (const [index, path] of paths.slice(0, count).entries()) {
      const location = { path, folder: folderOf(path), name: fileName(path), sortKey: sortKey(path) }
      const content = {
        size: index + 1,
        kind: 'image',
        mediaType: 'image/jpeg',
        width: 4,
        height: 3,
        checksum: `${index}`,
      }
      const row = { id: `${spaceId}-${index}`, spaceId, ...location, ...content, broken: 0, examined: 1 }
      // The later a file stands in the list, the earlier it came.
      const createdAt = `2026-01-01T00:00:0${9 - index}.000Z`
      await query
        .insertInto('files')
        .values({ ...row, ...times, createdAt })
        .execute()
    }
  }
  await database.close()
}

test('R4.12 a data folder of an older version comes forward with its files, folders and counters', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-older-'))
  try {
    await writeOldFolder(data)
    const server = await startTestServer({ data })
    const params = { spaceId: 'full' }
    const list = async (query: object) =>
      (await server.call(fileEndpoints.listFiles, { params, query: { recursive: 'true', ...query } })).items
    expect((await list({})).map(({ path, tags, score }) => [path, tags, score])).toEqual(
      ['a/b/c/deep.jpg', 'a/img2.jpg', 'a/img10.jpg', 'ab/beside.jpg', 'top.txt', '图/地板.png'].map((path) => [
        path,
        [],
        null,
      ]),
    )
    expect((await list({ sort: 'createdAt' })).map(({ path }) => path)).toEqual(paths.toReversed())
    expect((await list({ search: '地板' })).map(({ id }) => id)).toEqual(['full-5'])
    expect((await list({ search: 'img' })).map(({ id }) => id)).toEqual(['full-1', 'full-2'])
    const folders = async (folder: string) => {
      const { items } = await server.call(fileEndpoints.listFolders, { params, query: { folder } })
      return items.map(({ path, fileCount, totalSize }) => [path, fileCount, totalSize])
    }
    expect(await folders('')).toEqual([
      ['a', 3, 9],
      ['ab', 1, 5],
      ['图', 1, 6],
    ])
    expect(await folders('a')).toEqual([['a/b', 1, 4]])
    expect(await folders('a/b')).toEqual([['a/b/c', 1, 4]])
    const top = await server.call(fileEndpoints.getFolder, { params, query: {} })
    expect(top).toMatchObject({ fileCount: 6, totalSize: 21 })
    for (const id of ['folder-counters', 'space-counters', 'search-index'] as const)
      expect([id, await problemsOf(checkOf(server, id))]).toEqual([id, []])
    await server.stop()
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
