import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import type { DatasetLikeness } from '@vermilion/contract/image-search/likeness'
import { imageSearchEndpoints } from '@vermilion/contract/image-search'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { datasetOf } from '../../datasets/testing/pictures.ts'
import { save } from '../../datasets/testing/red-dataset.ts'
import { looks, patternPicture } from '../testing/patterns.ts'

const turns = 4
let server: TestServer
let spaceId = ''
let datasetId = ''

const { getLikeness, compareImages, getLikenessMap, listDuplicates, selectDuplicates, getNumberedItem } =
  imageSearchEndpoints
const params = () => ({ params: { datasetId } })
const itemsOf = async (query: object = {}) =>
  (await server.call(datasetEndpoints.listItems, { ...params(), query: { limit: 500, ...query } })).items

async function until(isSo: (likeness: DatasetLikeness) => boolean): Promise<DatasetLikeness> {
  for (;;) {
    const likeness = await server.call(getLikeness, params())
    if (isSo(likeness)) return likeness
    await delay(40)
  }
}
const isDone = ({ compared, progress, isIndexing }: DatasetLikeness) =>
  compared?.isCurrent === true && progress === null && !isIndexing

async function points() {
  const map = await server.call(getLikenessMap, params())
  const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64')).buffer
  const positions = new Float32Array(bytes(map.positions))
  return {
    map,
    numbers: [...new Uint32Array(bytes(map.numbers))],
    placeOf: (point: number) => [positions[point * 2]!, positions[point * 2 + 1]!] as const,
    values: (column: keyof typeof map.columns) => [...new Uint16Array(bytes(map.columns[column].values))],
  }
}

beforeAll(async () => {
  server = await startTestServer({ indexCheckMs: 40, likenessCheckMs: 60 })
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })).id
  for (const look of looks)
    for (let turn = 0; turn < turns; turn += 1)
      await upload(server, { spaceId, path: `${look.name}-${turn}.png` }, await patternPicture(look, turn * 3))
  await upload(server, { spaceId, path: 'copy.png' }, await patternPicture(looks[0]!, 0))
  await server.platform.jobs.settled()
  datasetId = (await datasetOf(server, spaceId, { labels: [{ name: 'Puddle' }] })).id
}, 120_000)
afterAll(() => server.stop())

test('R2.31 images are compared when somebody asks for it; before, and for what is not there, that is said', async () => {
  const images = looks.length * turns + 1
  expect(await server.call(getLikeness, params())).toMatchObject({ images, indexed: 0, compared: null, progress: null })
  await expect(server.call(getLikenessMap, params())).rejects.toMatchObject({ reason: 'likeness.not-compared' })
  await expect(server.call(listDuplicates, { ...params(), query: {} })).rejects.toMatchObject({
    reason: 'likeness.not-compared',
  })
  const missing = { params: { datasetId: 'none' } }
  await expect(server.call(compareImages, missing)).rejects.toMatchObject({ reason: 'dataset.not-found' })
  await server.call(compareImages, params())
  const done = await until(isDone)
  expect(done).toMatchObject({ images, indexed: images, unreadable: 0, error: null })
  expect(done.compared!.contents).toBe(images - 1)
})

test('R2.31 R2.24 on the map, what looks alike lies together; it is coloured by label, split, score, source and group', async () => {
  const { map, numbers, placeOf, values } = await points()
  expect(map.points).toBe(looks.length * turns + 1)
  const items = await Promise.all(
    numbers.map((number) => server.call(getNumberedItem, { params: { datasetId, number } })),
  )
  const lookOf = (point: number) =>
    items[point]!.path === 'copy.png' ? looks[0]!.name : items[point]!.path.replace(/-\d+\.png$/, '')
  let alike = 0
  for (const point of numbers.keys()) {
    const [x, y] = placeOf(point)
    const others = [...numbers.keys()].filter((other) => other !== point)
    const distance = (other: number) => Math.hypot(placeOf(other)[0] - x, placeOf(other)[1] - y)
    const [nearest] = others.toSorted((one, other) => distance(one) - distance(other))
    alike += Number(lookOf(nearest!) === lookOf(point))
  }
  expect(alike / numbers.length).toBeGreaterThan(0.8)
  const splitOf = values('split').map((value) => map.columns.split.entries[value]!.key)
  expect(splitOf).toEqual(items.map(({ split }) => split))
  expect(map.columns.source.entries[0]).toMatchObject({ key: spaceId, name: 'floors', images: map.points })
  expect(map.columns.label.entries.map(({ name, images }) => [name, images])).toEqual([
    ['Puddle', 0],
    ['', map.points],
  ])
  expect(map.groups.reduce((sum, { images }) => sum + images, 0)).toBe(map.points)
  await expect(server.call(getNumberedItem, { params: { datasetId, number: 999_999 } })).rejects.toMatchObject({
    reason: 'item.not-found',
  })
})

test('R2.31 R2.24 duplicates: the same content first, then by likeness; all but the kept ones are a set that filters find', async () => {
  const exact = await server.call(listDuplicates, { ...params(), query: { threshold: 1 } })
  expect(exact).toMatchObject({ total: 1, others: 1, exact: 1 })
  expect(exact.items[0]).toMatchObject({ kept: { path: 'copy.png' }, others: [{ isExact: true, likeness: 1 }] })
  const near = await server.call(listDuplicates, { ...params(), query: { threshold: 0.9, limit: 100 } })
  expect(near.others).toBeGreaterThanOrEqual(exact.others)
  const ids = near.items.flatMap(({ kept, others }) => [kept.id, ...others.map(({ item }) => item.id)])
  expect(new Set(ids).size).toBe(ids.length)

  const set = await server.call(selectDuplicates, { ...params(), body: { threshold: 1 } })
  expect(set.items).toBe(1)
  expect((await itemsOf({ set: set.id })).map(({ path }) => path)).toEqual([`${looks[0]!.name}-0.png`])
  expect(await itemsOf({ set: set.id, search: 'rings' })).toEqual([])
  expect(await itemsOf({ set: 'none' })).toEqual([])
  const body = { selection: { filter: { set: set.id } }, change: { addTags: ['duplicate'] } }
  const { items, undoId } = await server.call(datasetEndpoints.changeItems, { ...params(), body })
  expect(items).toBe(1)
  expect((await itemsOf({ tag: 'duplicate' })).map(({ path }) => path)).toEqual([`${looks[0]!.name}-0.png`])
  await server.call(datasetEndpoints.undoItemChange, { params: { undoId: undoId! } })
  expect(await itemsOf({ tag: 'duplicate' })).toEqual([])
  const { numbers } = await points()
  const picked = await server.call(datasetEndpoints.createItemSet, {
    ...params(),
    body: { numbers: [...numbers.slice(0, 5), 999_999] },
  })
  expect(picked.items).toBe(5)
  expect((await itemsOf({ set: picked.id })).length).toBe(5)
  await expect(
    server.call(datasetEndpoints.createItemSet, { ...params(), body: { numbers: [999_999] } }),
  ).rejects.toMatchObject({ reason: 'item.none-selected' })
})

test('R2.31 leakage: labeled images that are the same in two splits are counted, moved into one, and moved back', async () => {
  const { getLeakage, mendLeakage } = imageSearchEndpoints
  const reading = async () => (await itemsOf({ search: 'copy' })).map(({ split }) => split)
  const change = (search: string, split: 'train' | 'validation') =>
    server.call(datasetEndpoints.changeItems, {
      ...params(),
      body: { selection: { filter: { search } }, change: { split } },
    })
  await server.call(datasetEndpoints.changeItems, {
    ...params(),
    body: { selection: { filter: {} }, change: { split: 'train' } },
  })
  expect(await server.call(getLeakage, params())).toEqual({ groups: 0, validation: 0, test: 0, isCompared: true })
  await expect(server.call(mendLeakage, params())).rejects.toMatchObject({ reason: 'item.none-selected' })
  await change('copy', 'validation')
  expect(await server.call(getLeakage, params())).toMatchObject({ groups: 0 })
  for (const search of ['copy', `${looks[0]!.name}-0`]) await save(server, (await itemsOf({ search }))[0]!, [], true)
  expect(await server.call(getLeakage, params())).toEqual({ groups: 1, validation: 1, test: 0, isCompared: true })
  const { items, undoIds } = await server.call(mendLeakage, params())
  expect([items, undoIds.length]).toEqual([1, 1])
  expect(await reading()).toEqual(['train'])
  expect(await server.call(getLeakage, params())).toMatchObject({ groups: 0 })
  await server.call(datasetEndpoints.undoItemChange, { params: { undoId: undoIds[0]! } })
  expect(await reading()).toEqual(['validation'])
  await change('copy', 'train')
})

test('R2.31 a comparison follows the images: a deleted one is on no map at once, a new one soon', async () => {
  const files = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 200 } })
  const copy = files.items.find(({ name }) => name === 'copy.png')!
  const selection = { fileIds: [copy.id] }
  await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body: { selection } })
  await expect
    .poll(async () => (await server.call(listDuplicates, { ...params(), query: { threshold: 1 } })).total)
    .toBe(0)
  expect((await points()).map.points).toBe(looks.length * turns)
  await upload(server, { spaceId, path: 'new.png' }, await patternPicture(looks[3]!, 1))
  await server.platform.jobs.settled()
  const listed = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { search: 'new' } })
  const added = { fileIds: listed.items.map(({ id }) => id) }
  await server.call(datasetEndpoints.addImages, { ...params(), body: { spaceId, selection: added } })
  await until((likeness) => isDone(likeness) && likeness.images === looks.length * turns + 1)
  expect((await points()).map.points).toBe(looks.length * turns + 1)

  await rm(join(server.data, 'cache', 'likeness'), { recursive: true })
  expect((await server.call(getLikeness, params())).compared).toBeNull()
  await server.call(compareImages, params())
  await until(isDone)
  expect((await points()).map.points).toBe(looks.length * turns + 1)
})
