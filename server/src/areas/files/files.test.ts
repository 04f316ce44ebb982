import { deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import type { SpaceFile } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkOf, problemsOf } from '../../testing/check-problems.ts'
import { reasonOf } from '../../testing/client.ts'
import { spaceDeleted } from '#areas/spaces'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { isDatabasePostgres } from '../../testing/test-database.ts'
import { upload } from '../../testing/upload.ts'
import { fileReplaced, filesDeleted } from './index.ts'
import { names } from './testing/names.ts'
import { bytesOf, fileAt, picture, spaceWith, text } from './testing/space-with.ts'

const { listFiles, listFolders, getFolder, getFile } = fileEndpoints
const { deleteFiles } = fileOperationEndpoints
const { getSpace, deleteSpace } = spaceEndpoints

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('names of files', () => {
  let spaceId = ''
  beforeAll(async () => {
    spaceId = await spaceWith(server, 'hostile names', {})
  })

  test.each(names.usable)('R3.07 %j is kept as it is, found by it and downloaded under it', async (path) => {
    await upload(server, { spaceId, path }, text(path))
    const { id, name } = await fileAt(server, spaceId, path)
    expect(name).toBe(path.split('/').at(-1))
    const response = await server.fetch(`/files/${id}/content?download=true`)
    expect(await response.text()).toBe(path)
    const offered = /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''(\S+)$/.exec(
      response.headers.get('content-disposition') ?? '',
    )
    expect(decodeURIComponent(offered?.[1] ?? '')).toBe(name)
  })

  test.each(names.refused)('%j is refused', async (path) => {
    await expect(upload(server, { spaceId, path }, text(''))).rejects.toThrow(
      /"(?:file\.path-invalid|upload\.invalid)"/,
    )
  })

  test('a decomposed name is the same file as the composed one', async () => {
    await upload(server, { spaceId, path: 'cafe\u0301.png' }, text('decomposed'))
    await upload(server, { spaceId, path: 'caf\u00e9.png' }, text('composed'))
    expect((await fileAt(server, spaceId, 'caf\u00e9.png')).size).toBe(8)
  })

  test('one name is not a file and a folder at once, and the reason is told in both languages', async () => {
    await upload(server, { spaceId, path: 'either/or.jpg' }, text(''))
    const refusal = async (path: string, language: string) => {
      const send: typeof server.fetch = (to, init) =>
        server.fetch(to, { ...init, headers: { ...init?.headers, language } })
      return upload({ fetch: send }, { spaceId, path }, text('')).catch((error: Error) => error.message)
    }
    expect(await refusal('either', 'en-us')).toContain('The path either cannot be used: it is a folder')
    expect(await refusal('either/or.jpg/x', 'zh-cn')).toContain('either/or.jpg 是一个文件')
  })

  test('everything uploaded here is counted', async () => {
    const space = await server.call(getSpace, { params: { spaceId } })
    const { items, total } = await server.call(listFiles, {
      params: { spaceId },
      query: { recursive: 'true', limit: 500 },
    })
    expect(space.fileCount).toBe(total)
    expect(space.totalSize).toBe(items.reduce((sum, file) => sum + file.size, 0))
  })
})

describe('lists of files', () => {
  let spaceId = ''
  beforeAll(async () => {
    const numbered = Array.from({ length: 11 }, (_, index) => [`img${index + 1}.txt`, text('x')] as const)
    const nested = ['b/1.txt', 'b/2.txt', 'b/c/3.txt', 'B2/4.txt', 'b0/5.txt', 'b/pic.png'].map(
      (path) => [path, text(path)] as const,
    )
    spaceId = await spaceWith(server, 'lists', Object.fromEntries([...numbered, ...nested]))
  })
  const list = (query: object) => server.call(listFiles, { params: { spaceId }, query })
  const names = (page: { items: SpaceFile[] }) => page.items.map((file) => file.path)

  test('a folder is listed in natural order, in pages both ways with x-y of total', async () => {
    const first = await list({ limit: 4 })
    const second = await list({ limit: 4, cursor: first.nextCursor })
    const pages = [first, second, await list({ limit: 4, cursor: second.nextCursor })]
    expect(pages[2]?.nextCursor).toBeNull()
    expect(pages.flatMap(names)).toEqual(Array.from({ length: 11 }, (_, index) => `img${index + 1}.txt`))
    expect(pages.map(({ from, total, items }) => [from, from + items.length - 1, total])).toEqual([
      [1, 4, 11],
      [5, 8, 11],
      [9, 11, 11],
    ])
    const back = await list({ limit: 4, cursor: pages[2]?.previousCursor })
    expect(back).toEqual(pages[1])
    expect(names(await list({ limit: 4, cursor: back.previousCursor }))).toEqual(names(pages[0] ?? { items: [] }))
  })

  test('with recursive, all below a folder, and nothing beside it', async () => {
    expect(names(await list({ folder: 'b' }))).toEqual(['b/1.txt', 'b/2.txt', 'b/pic.png'])
    expect(names(await list({ folder: 'b/', recursive: 'true' }))).toEqual([
      'b/1.txt',
      'b/2.txt',
      'b/c/3.txt',
      'b/pic.png',
    ])
    expect((await list({ recursive: 'true' })).total).toBe(17)
    expect(names(await list({ folder: 'b%' }))).toEqual([])
  })

  test('by kind and by words', async () => {
    expect(names(await list({ recursive: 'true', kind: 'image' }))).toEqual(['b/pic.png'])
    expect(names(await list({ search: 'IMG1' }))).toEqual(['img1.txt', 'img10.txt', 'img11.txt'])
    expect(names(await list({ search: '%' }))).toEqual([])
  })

  test('folders come with the number of files below them', async () => {
    const folders = async (folder?: string, window: object = {}) => {
      const response = await server.call(listFolders, { params: { spaceId }, query: { folder, ...window } })
      return [response.total, ...response.items.map(({ path, fileCount, totalSize }) => [path, fileCount, totalSize])]
    }
    expect(await folders()).toEqual([3, ['b', 4, 32], ['b0', 1, 8], ['B2', 1, 8]])
    expect(await folders('', { offset: 1, limit: 1 })).toEqual([3, ['b0', 1, 8]])
    expect(await folders('b')).toEqual([1, ['b/c', 1, 9]])
    expect(await folders('nowhere')).toEqual([0])
    const facts = (folder: string) => server.call(getFolder, { params: { spaceId }, query: { folder } })
    expect(await facts('b/')).toMatchObject({ name: 'b', path: 'b', fileCount: 4, totalSize: 32 })
    expect(await facts('')).toMatchObject({ name: '', path: '', fileCount: 17 })
    expect(await reasonOf(facts('nowhere'))).toBe('folder.not-found')
  })

  test('deleting files takes them out of lists and counters; ids of other spaces are passed over', async () => {
    const other = await spaceWith(server, 'others', { 'kept.txt': text('kept') })
    const own = await spaceWith(server, 'own', { 'a.txt': text('1'), 'b.txt': text('22') })
    const [a, stored] = [await fileAt(server, own, 'a.txt'), await fileAt(server, other, 'kept.txt')]
    const body = { selection: { fileIds: [a.id, stored.id, 'never'] } }
    expect(await server.call(deleteFiles, { params: { spaceId: own }, body })).toEqual({
      files: 1,
      skipped: 0,
      workId: null,
    })
    expect(await server.call(getSpace, { params: { spaceId: own } })).toMatchObject({ fileCount: 1, totalSize: 2 })
    expect(await reasonOf(server.call(getFile, { params: { fileId: a.id } }))).toBe('file.not-found')
    expect(await server.call(getFile, { params: { fileId: stored.id } })).toEqual(stored)
  })

  test('with its space every file is gone at once, and the rows follow when it goes for good', async () => {
    const doomed = await spaceWith(server, 'doomed', { 'a.txt': text('a'), 'b.txt': text('b') })
    const { id } = await fileAt(server, doomed, 'a.txt')
    await server.call(deleteSpace, { params: { spaceId: doomed } })
    expect(await reasonOf(server.call(getFile, { params: { fileId: id } }))).toBe('file.not-found')
    expect(await reasonOf(server.call(listFiles, { params: { spaceId: doomed }, query: {} }))).toBe('space.not-found')
    await server.call(deletedSpaceEndpoints.purgeSpace, { params: { spaceId: doomed } })
    await server.platform.jobs.settled()
    const rows = server.platform.database.query<{ files: { id: string; spaceId: string } }>().selectFrom('files')
    expect(await rows.select('id').where('spaceId', '=', doomed).execute()).toEqual([])
  })
})

describe('for other areas', () => {
  let spaceId = ''
  beforeAll(async () => {
    spaceId = await spaceWith(server, 'other areas', {})
  })

  test('a file added by the program goes the way of an upload', async () => {
    const { files } = server.app
    const source = async function* () {
      yield await bytesOf(picture(64, 48).png())
    }
    const added = await files.addFile({ spaceId, path: 'made/1.png', source: source() })
    expect(await fileAt(server, spaceId, 'made/1.png')).toMatchObject({ id: added.id, kind: 'image', size: added.size })
    expect((await files.examined(added.id)).width).toBe(64)
    await expect(files.addFile({ spaceId, path: '../1.png', source: source() })).rejects.toThrow('file.path-invalid')
  })

  test('all files of a folder come in batches, in the order of lists', async () => {
    const { files } = server.app
    for (let number = 1; number <= 12; number++) await upload(server, { spaceId, path: `many/${number}.txt` }, text(''))
    const filter = { folder: 'many', recursive: true }
    const batches = await Array.fromAsync(files.batches(spaceId, filter, 5))
    expect(batches.map((batch) => batch.length)).toEqual([5, 5, 2])
    expect(batches.flat().map((file) => file.name)).toEqual(
      Array.from({ length: 12 }, (_, index) => `${index + 1}.txt`),
    )
  })

  test('what deletes or replaces files is heard by them, and undone with them', async () => {
    const { events } = server.platform
    const received: unknown[] = []
    events.listen(fileReplaced, async (news) => void received.push(news.fileId))
    events.listen(filesDeleted, async ({ fileIds }) => {
      received.push(...fileIds)
      if (fileIds.length === 2) throw new Error('not these')
    })
    await upload(server, { spaceId, path: 'n/a.txt' }, text('a'))
    await upload(server, { spaceId, path: 'n/b.txt' }, text('b'))
    const [a, b] = [await fileAt(server, spaceId, 'n/a.txt'), await fileAt(server, spaceId, 'n/b.txt')]
    await upload(server, { spaceId, path: 'n/a.txt' }, text('changed'))
    const remove = (fileIds: string[]) =>
      server.call(deleteFiles, { params: { spaceId }, body: { selection: { fileIds } } })
    await expect(remove([a.id, b.id])).rejects.toThrow('500')
    expect(await fileAt(server, spaceId, 'n/b.txt')).toEqual(b)
    await remove([b.id])
    expect(received).toHaveLength(4)
    expect([received[0], received[3]]).toEqual([a.id, b.id])
  })

  test('the datasets that a deleted space takes images from are named in the answer', async () => {
    const doomed = await spaceWith(server, 'with datasets', {})
    server.platform.events.listen(spaceDeleted, async (news) => {
      if (news.spaceId === doomed) news.affects({ id: 'd1', name: 'floor' })
    })
    const response = await server.call(deleteSpace, { params: { spaceId: doomed } })
    expect(response).toEqual({ affectedDatasets: [{ id: 'd1', name: 'floor' }] })
  })
})

test('counters say what counting gives, and the check sees and repairs a wrong one', async () => {
  const check = checkOf(server, 'space-counters')
  expect(await problemsOf(check)).toEqual([])
  const spaceId = await spaceWith(server, 'miscounted', { 'a.txt': text('a') })
  await server.app.spaces.setCounters(spaceId, { fileCount: 7, totalSize: 1 })
  expect(await problemsOf(check)).toEqual([`${spaceId}: fileCount says 7, there are 1`])
  await check.repair?.()
  expect(await server.call(getSpace, { params: { spaceId } })).toMatchObject({ fileCount: 1, totalSize: 1 })
})

// PostgreSQL finds names by an index of its table, which lacks nothing.
test.skipIf(isDatabasePostgres)(
  'the search index holds every file, and the check sees and repairs what it lacks or has too much',
  async () => {
    const check = checkOf(server, 'search-index')
    expect(await problemsOf(check)).toEqual([])
    const spaceId = await spaceWith(server, 'searched', { '地板 (1).txt': text('a'), 'gone.txt': text('b') })
    const findPaths = async (search: string) => {
      const query = { search, minimumSize: 0 }
      return (await server.call(listFiles, { params: { spaceId }, query })).items.map(({ name }) => name)
    }
    const files = server.platform.database.query<{ files: { number: number; spaceId: string } }>()
    const [first, second] = await files.selectFrom('files').select('number').where('spaceId', '=', spaceId).execute()
    const index = server.platform.database.query<Record<'fileNames' | 'fileSigns', { rowid: number; name: string }>>()
    await index
      .deleteFrom('fileNames')
      .where('rowid', 'in', [first?.number ?? 0, second?.number ?? 0])
      .execute()
    await index
      .deleteFrom('fileSigns')
      .where('rowid', '=', first?.number ?? 0)
      .execute()
    await index.insertInto('fileNames').values({ rowid: 999_999, name: 'nobody.txt' }).execute()
    expect([await findPaths('地板'), await findPaths('gone'), await problemsOf(check)]).toEqual([
      [],
      [],
      [first, second]
        .map((row) => `file ${row?.number} is not found by its name`)
        .concat('file 999999 is found and is not there'),
    ])
    await check.repair?.()
    expect([await findPaths('地板'), await findPaths('gone'), await problemsOf(check)]).toEqual([
      ['地板 (1).txt'],
      ['gone.txt'],
      [],
    ])
  },
)
