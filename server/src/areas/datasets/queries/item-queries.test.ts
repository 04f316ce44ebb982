import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { itemStatuses, type DatasetItem, type ItemFilter, type ListedItem } from '@vermilion/contract/datasets/items'
import { splits } from '@vermilion/contract/datasets/kinds'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'
import { createItemQueries } from './item-queries.ts'
import { createStoredIndexes } from './stored-indexes.ts'

let server: TestServer
let dataset: Dataset

beforeAll(async () => {
  server = await startTestServer()
  const space = await spaceWith(
    server,
    'later',
    Array.from({ length: 12 }, (_, index) => `m/IMG ${index}.png`),
  )
  dataset = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }, { name: 'rust' }, { name: 'oil' }] })
})
afterAll(() => server.stop())

const list = (query: ItemFilter & { cursor?: string; offset?: number; limit?: number }) =>
  server.call(datasetEndpoints.listItems, {
    params: { datasetId: dataset.id },
    query: { limit: 500, shapes: 'true', ...query },
  })

let state = 5
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const some = <Value>(values: readonly Value[]) => values.filter(() => random(2) === 0)

function fits(item: ListedItem, filter: ItemFilter): boolean {
  const { status, split, search = '', labelId, minimumLabels = 0, maximumLabels = Infinity, tag, annotator } = filter
  return (
    (status?.includes(item.status) ?? true) &&
    (split?.includes(item.split) ?? true) &&
    item.path.toLowerCase().includes(search.toLowerCase()) &&
    (labelId === undefined || (item.shapes ?? []).some((shape) => shape.labelId === labelId)) &&
    item.annotationCount >= minimumLabels &&
    item.annotationCount <= maximumLabels &&
    (tag === undefined || item.tags.includes(tag)) &&
    (annotator === undefined || item.annotator === annotator)
  )
}

function randomFilter(): ItemFilter {
  const labelId = dataset.labels[random(3)]!.id
  const [status, split] = [some(itemStatuses), some(splits)]
  const parts: ItemFilter[] = [
    { status: status.length === 0 ? undefined : status },
    { split: split.length === 0 ? undefined : split },
    { search: ['img', 'G 1', '/', 'a/', '没有', '雨'][random(6)] },
    { labelId },
    { minimumLabels: random(3) },
    { maximumLabels: random(4) },
    { tag: ['one', 'other'][random(2)] },
    { annotator: ['admin', 'nobody'][random(2)] },
  ]
  return Object.assign({}, ...parts.filter(() => random(3) === 0)) as ItemFilter
}

async function changeSomething(items: readonly DatasetItem[]): Promise<void> {
  const { id: itemId } = items[random(items.length)]!
  const { revision } = await server.call(annotationEndpoints.getAnnotation, { params: { itemId } })
  const shapes = Array.from({ length: random(4) }, (_, at) => {
    const box = { x: 2 + at * 9, y: 3, width: 7, height: 7 }
    return { id: `${at}`, kind: 'box', labelId: dataset.labels[random(3)]!.id, source: 'manual', box } as const
  })
  const body = { baseRevision: revision, shapes, complete: random(2) === 0 }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body })
  const tags = { addTags: [['one', 'other'][random(2)]!], removeTags: [] }
  const change = [tags, { split: splits[random(3)]! }, { status: 'to-label' } as const][random(3)]!
  await server.call(datasetEndpoints.changeItems, {
    params: { datasetId: dataset.id },
    body: { selection: { itemIds: [itemId] }, change },
  })
}

test('R2.25 whatever changed before, a filter finds what fits, in order, and counts it', async () => {
  const labelId = dataset.labels[0]!.id
  const same: ItemFilter[] = [{ status: ['labeled'] }, { labelId, minimumLabels: 1 }, { tag: 'one', search: 'img' }]
  for (let round = 0; round < 25; round += 1) {
    const { items } = await list({})
    await changeSomething(items)
    const all = (await list({})).items
    for (const filter of [randomFilter(), ...same]) {
      const expected = all.filter((item) => fits(item, filter)).map(({ path }) => path)
      const match = await list(filter)
      expect([filter, match.items.map(({ path }) => path), match.total]).toEqual([filter, expected, expected.length])
    }
  }
})

test('R2.25 images that come later stand where they belong, and pages follow each other in both directions', async () => {
  const other = await spaceWith(server, 'earlier', ['a/雨 1.png', 'm/IMG 5b.png', 'z.png'])
  const everything = { fileIds: [], folders: [''], except: [] }
  const body = { spaceId: other.id, selection: { ...everything, folders: [], filter: { recursive: true } } }
  await list({})
  await server.call(datasetEndpoints.addImages, { params: { datasetId: dataset.id }, body })
  await expect.poll(async () => (await list({})).total).toBe(15)
  const all = (await list({})).items.map(({ path }) => path)
  expect([all[0], all[7], all[14]]).toEqual(['a/雨 1.png', 'm/IMG 5b.png', 'z.png'])
  expect((await list({ search: '雨' })).items.map(({ path }) => path)).toEqual(['a/雨 1.png'])

  const visited: string[] = []
  let page = await list({ limit: 4 })
  for (;;) {
    expect(page.from).toBe(visited.length + 1)
    visited.push(...page.items.map(({ path }) => path))
    if (page.nextCursor === null) break
    page = await list({ limit: 4, cursor: page.nextCursor })
  }
  expect(visited).toEqual(all)
  const previous = await list({ limit: 4, cursor: page.previousCursor ?? '' })
  expect(previous.items.map(({ path }) => path)).toEqual(all.slice(8, 12))
  const first = await list({ limit: 500, cursor: page.previousCursor ?? '' })
  expect(first.items.map(({ path }) => path)).toEqual(all.slice(0, 12))
  expect((await list({ limit: 4, offset: 13 })).items.map(({ path }) => path)).toEqual(all.slice(13))
  expect((await list({ limit: 4, offset: 99 })).items).toEqual([])
  await expect(list({ cursor: 'WzEsMl0' })).rejects.toMatchObject({ reason: 'request.invalid' })

  const [, second] = (await list({})).items
  const around = await server.call(datasetEndpoints.getItem, {
    params: { itemId: second!.id },
    query: { search: '5b' },
  })
  expect([around.position, around.total, around.offset, around.previousId]).toEqual([2, 15, 0, null])
  expect(around.nextId).toBe((await list({ search: '5b' })).items[0]!.id)
})

test('R2.25 what is asked while a large dataset is still being read is answered as later', async () => {
  const database = await openTestDatabase(server.data)
  const none = { read: async () => undefined, write: async () => undefined }
  const unread = () => createItemQueries(database, none, 0)
  const read = unread()
  expect(await read.count(dataset.id, {})).toBe(15)
  const full = await read.page(dataset.id, {}, { limit: 4, offset: 4 })
  const request = [
    { limit: 4 },
    { limit: 4, offset: 4 },
    { limit: 4, offset: 13 },
    { limit: 4, offset: 99 },
    { limit: 4, cursor: full.nextCursor ?? '' },
    { limit: 3, cursor: full.previousCursor ?? '' },
    { limit: 9, cursor: full.previousCursor ?? '' },
  ]
  for (const page of request) {
    expect(await unread().page(dataset.id, {}, page)).toEqual(await read.page(dataset.id, {}, page))
  }
  await expect(unread().page(dataset.id, {}, { limit: 4, cursor: 'WyJhZnRlciIsOTk5OV0' })).rejects.toMatchObject({
    reason: 'request.invalid',
  })
  for (const number of [1, 7, 15]) {
    expect(await unread().around(dataset.id, number, {})).toEqual(await read.around(dataset.id, number, {}))
  }
  await database.close()
})

test('R2.25 after a start a large dataset is found as it was kept, with what has changed since', async () => {
  const database = await openTestDatabase(server.data)
  const folder = join(server.data, 'kept')
  let [reads, writes] = [0, 0]
  const onDisk = createStoredIndexes({ database, lifecycle: { onStop: () => undefined }, folder })
  const start = () =>
    createItemQueries(
      database,
      {
        read: async (datasetId, work) => {
          const nonNullable = await onDisk.read(datasetId, work)
          reads += nonNullable === undefined ? 0 : 1
          return nonNullable
        },
        write: async (datasetId, sections) => {
          await onDisk.write(datasetId, sections)
          writes += 1
        },
      },
      0,
      1,
    )
  const filters: ItemFilter[] = [
    { search: 'img' },
    { tag: 'one' },
    { labelId: dataset.labels[0]!.id },
    { status: ['labeled'] },
  ]
  const all = async (match: ReturnType<typeof start>) => {
    const pages = await Promise.all(filters.map((filter) => match.page(dataset.id, filter, { limit: 50 })))
    return pages.map(({ items }) => items.map(({ path }) => path))
  }
  const listed = () => Promise.all(filters.map(async (filter) => (await list(filter)).items.map(({ path }) => path)))
  await all(start())
  await expect.poll(() => writes).toBe(1)
  expect(await all(start())).toEqual(await listed())
  expect([reads, writes]).toEqual([1, 1])

  for (let change = 0; change < 4; change += 1) await changeSomething((await list({})).items)
  const later = start()
  expect(await all(later)).toEqual(await listed())
  await expect.poll(() => writes).toBe(2)
  const [file, ...others] = await readdir(folder)
  expect([reads, others]).toEqual([2, []])

  await truncate(join(folder, file!), 200)
  expect(await all(start())).toEqual(await all(later))
  expect(reads).toBe(2)
  await expect.poll(() => writes).toBe(3)
  await database.close()
})

test('R2.25 names are found whatever their case, in lists, in what is done to those found, and in exports', async () => {
  const space = await spaceWith(server, 'cases', ['ÉLAN.png', 'élan 2.png', 'ПРИВЕТ.png'])
  const { id: datasetId } = await datasetOf(server, space.id, { name: 'cases Ж' })
  const params = { datasetId }
  for (const [search, count] of [
    ['élan', 2],
    ['ÉLAN', 2],
    ['привет', 1],
    ['%', 0],
  ] as const) {
    const { total } = await server.call(datasetEndpoints.listItems, { params, query: { search } })
    const body = { selection: { filter: { search }, except: [] }, change: { addTags: [search], removeTags: [] } }
    const changed = count === 0 ? { items: 0 } : await server.call(datasetEndpoints.changeItems, { params, body })
    expect([search, total, changed.items]).toEqual([search, count, count])
  }
  const listed = await server.call(datasetEndpoints.listDatasets, { query: { search: 'CASES ж' } })
  expect(listed.items.map(({ name }) => name)).toEqual(['cases Ж'])
})
