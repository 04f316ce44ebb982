import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { ItemChange } from '@vermilion/contract/datasets/changes'
import type { DatasetItem, ItemFilter, ItemSelection } from '@vermilion/contract/datasets/items'
import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

let server: TestServer
let boxes: Dataset
let classes: Dataset

beforeAll(async () => {
  server = await startTestServer()
  const names = Array.from({ length: 20 }, (_, index) => `${index < 10 ? 'a' : 'b'}/${index}.png`)
  const space = await spaceWith(server, 'changes', names)
  boxes = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }, { name: 'rust' }] })
  const labels = [{ name: 'good' }, { name: 'bad' }]
  classes = await datasetOf(server, space.id, { name: 'classes', labelType: 'picture-classification', labels })
})
afterAll(() => server.stop())

const all: ItemSelection = { filter: {}, except: [] }
const items = async ({ id: datasetId }: Dataset, query: ItemFilter = {}): Promise<DatasetItem[]> =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: { ...query, limit: 500 } })).items
const change = ({ id: datasetId }: Dataset, selection: ItemSelection, what: ItemChange) =>
  server.call(datasetEndpoints.changeItems, { params: { datasetId }, body: { selection, change: what } })
const undo = (undoId: string | null) =>
  server.call(datasetEndpoints.undoItemChange, { params: { undoId: undoId ?? '' } })
const dataset = ({ id: datasetId }: Dataset) => server.call(datasetEndpoints.getDataset, { params: { datasetId } })
const shapes = async (itemId: string) =>
  (await server.call(annotationEndpoints.getAnnotation, { params: { itemId } })).shapes
const comparable = (some: readonly DatasetItem[]) =>
  some.map(({ revision: _revision, updatedAt: _updatedAt, ...item }) => item)

async function label(item: DatasetItem, labelId: string, count = 1): Promise<void> {
  const matches = Array.from({ length: count }, (_, index) => {
    const box = { x: 1 + index * 8, y: 1, width: 6, height: 6 }
    return { id: `${item.id}-${index}`, kind: 'box', labelId, source: 'manual', box } as const
  })
  const body = { baseRevision: item.revision, shapes: matches, complete: true, seconds: 7 }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: item.id }, body })
}

test('R2.25 a split goes to the images of a filter but for some, and comes back with undo', async () => {
  const previous = await items(boxes)
  const [spared] = previous
  const done = await change(boxes, { filter: { search: 'A/' }, except: [spared!.id] }, { split: 'test' })
  expect(done.items + done.skipped).toBe(9)
  const changed = await items(boxes, { split: ['test'] })
  expect(changed.map(({ path }) => path)).toEqual(previous.slice(1, 10).map(({ path }) => path))
  expect(await undo(done.undoId)).toEqual({ items: done.items, skipped: 0, workId: null })
  expect(comparable(await items(boxes))).toEqual(comparable(previous))
  await expect(undo(done.undoId)).rejects.toMatchObject({ reason: 'item-change.not-found' })
})

test('a ratio divides the images exactly, with the same seed always alike, and by class where it is asked for', async () => {
  const splitRatio = { train: 7, validation: 2, test: 1 }
  const count = async (split: DatasetItem['split'], more: ItemFilter = {}) =>
    (await items(boxes, { ...more, split: [split] })).length
  await change(boxes, all, { splitRatio, seed: 5, stratified: false })
  expect([await count('train'), await count('validation'), await count('test')]).toEqual([14, 4, 2])
  const first = (await items(boxes)).map(({ split }) => split)
  await change(boxes, all, { splitRatio, seed: 6, stratified: false })
  expect((await items(boxes)).map(({ split }) => split)).not.toEqual(first)
  await change(boxes, all, { splitRatio, seed: 5, stratified: false })
  expect((await items(boxes)).map(({ split }) => split)).toEqual(first)

  const [dirt, rust] = boxes.labels
  for (const [index, item] of (await items(boxes)).entries()) await label(item, (index < 10 ? dirt : rust)!.id)
  await change(boxes, all, { splitRatio: { train: 1, validation: 1, test: 0 }, seed: 1, stratified: true })
  for (const { id: labelId } of [dirt!, rust!]) {
    expect([await count('train', { labelId }), await count('validation', { labelId })]).toEqual([5, 5])
  }
})

test('tags are added and removed; an image that was changed since keeps what it has', async () => {
  const [one, other] = await items(boxes)
  const ids = { itemIds: [one!.id, other!.id] }
  const tagged = await change(boxes, ids, { addTags: ['night', '雨'], removeTags: [] })
  expect(tagged).toMatchObject({ items: 2, skipped: 0 })
  expect((await items(boxes, { tag: '雨' })).map(({ id }) => id)).toEqual(ids.itemIds)
  await change(boxes, { itemIds: [other!.id] }, { addTags: [], removeTags: ['night'] })
  expect(await undo(tagged.undoId)).toMatchObject({ items: 1, skipped: 1 })
  expect((await items(boxes)).slice(0, 2).map(({ tags }) => tags)).toEqual([[], ['雨']])
})

test('clearing takes shapes and counters along, and undo brings each shape back', async () => {
  const [item] = await items(boxes, { status: ['labeled'] })
  await label(item!, boxes.labels[0]!.id, 3)
  const previous = await dataset(boxes)
  const retained = await shapes(item!.id)
  const done = await change(boxes, { itemIds: [item!.id] }, { clear: true })
  const cleared = await dataset(boxes)
  expect(cleared).toMatchObject({
    labeledCount: previous.labeledCount - 1,
    annotationCount: previous.annotationCount - 3,
  })
  expect((await items(boxes, { status: ['to-label'] }))[0]).toMatchObject({ annotationCount: 0, annotator: null })
  await undo(done.undoId)
  expect(await shapes(item!.id)).toEqual(retained)
  expect((await items(boxes, { status: ['labeled'] }))[0]).toMatchObject({ id: item!.id, annotator: 'admin' })
  const after = await dataset(boxes)
  expect([after.labeledCount, after.annotationCount]).toEqual([previous.labeledCount, previous.annotationCount])
})

test('many images get a class at once, whole images alone', async () => {
  const [good, bad] = classes.labels
  const some = (await items(classes)).slice(0, 6)
  const six = { itemIds: some.map(({ id }) => id) }
  const set = await change(classes, six, { labelId: good!.id, mode: 'set' })
  expect(set.items).toBe(6)
  expect(await dataset(classes)).toMatchObject({ labeledCount: 6, annotationCount: 6 })
  await change(classes, { itemIds: [some[0]!.id] }, { labelId: bad!.id, mode: 'add' })
  expect((await shapes(some[0]!.id)).map(({ labelId }) => labelId)).toEqual([good!.id, bad!.id])
  await change(classes, { filter: { labelId: bad!.id }, except: [] }, { labelId: good!.id, mode: 'remove' })
  expect((await shapes(some[0]!.id)).map(({ labelId }) => labelId)).toEqual([bad!.id])
  expect(await undo(set.undoId)).toMatchObject({ items: 5, skipped: 1 })
  expect(await dataset(classes)).toMatchObject({ labeledCount: 1, annotationCount: 1 })
  await expect(change(boxes, all, { labelId: boxes.labels[0]!.id, mode: 'set' })).rejects.toMatchObject({
    reason: 'dataset.label-kind',
  })
  await expect(change(boxes, { filter: { search: 'nothing' }, except: [] }, { clear: true })).rejects.toMatchObject({
    reason: 'item.none-selected',
  })
})

test('R5.11 an image that is to be labeled again counts as unlabeled', async () => {
  const previous = await dataset(boxes)
  const [item] = await items(boxes, { status: ['labeled'] })
  const done = await change(boxes, { itemIds: [item!.id] }, { status: 'to-label' })
  expect((await dataset(boxes)).labeledCount).toBe(previous.labeledCount - 1)
  await undo(done.undoId)
  expect((await dataset(boxes)).labeledCount).toBe(previous.labeledCount)
})

test('R5.03 undo brings back no shape of a label that was deleted since, and every image can still leave', async () => {
  const labels = [{ name: 'stays' }, { name: 'goes' }]
  const dataset = await datasetOf(server, boxes.spaceId, { name: 'deleted since', labels })
  const [stays, goes] = dataset.labels
  const [item] = await items(dataset)
  const at = (x: number, { id: labelId }: { id: string }) =>
    ({ id: `${x}`, kind: 'box', labelId, source: 'manual', box: { x, y: 1, width: 6, height: 6 } }) as const
  const body = { baseRevision: item!.revision, shapes: [at(1, stays!), at(9, goes!)], complete: true }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: item!.id }, body })
  const cleared = await change(dataset, { itemIds: [item!.id] }, { clear: true })
  const datasetId = dataset.id
  await server.call(datasetEndpoints.updateLabels, {
    params: { datasetId },
    body: { labels: [{ id: stays!.id, name: 'stays' }] },
  })
  expect(await undo(cleared.undoId)).toMatchObject({ items: 1, skipped: 0 })
  expect(await shapes(item!.id)).toEqual([at(1, stays!)])
  const exportOf = { params: { datasetId }, body: { format: 'coco', images: false } } as const
  const { id: exportId } = await server.call(datasetExportEndpoints.createExport, exportOf)
  await expect
    .poll(async () => server.call(datasetExportEndpoints.getExport, { params: { exportId } }))
    .toMatchObject({ status: 'ready', annotations: 1 })
})

test('R2.24 images are taken out with all that is counted of them, and come back as they were; new ones are other images', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `${index}.png`)
  const space = await spaceWith(server, 'taken', names)
  const some = await datasetOf(server, space.id, { name: 'taken', labels: [{ name: 'dirt' }] })
  const previous = await items(some)
  for (const item of previous.slice(3)) await label(item, some.labels[0]!.id, 2)
  const full = { items: await items(some), dataset: await dataset(some) }
  const shapesOfLast = await shapes(previous[5]!.id)
  const findings = async () => {
    const checks = server.platform.checks.all().filter(({ id }) => /^(dataset|item|label)/.test(id))
    return Promise.all(checks.map(async ({ id, examine }) => [id, await examine()] as const))
  }
  const sound = await findings()

  const removed = previous.filter((_, index) => index === 0 || index >= 4).map(({ id }) => id)
  const done = await change(some, { itemIds: removed }, { takeOut: true })
  expect(done).toMatchObject({ items: 3, skipped: 0, workId: null })
  expect((await items(some)).map(({ path }) => path)).toEqual(['1.png', '2.png', '3.png'])
  expect(await items(some, { labelId: some.labels[0]!.id })).toHaveLength(1)
  expect(await dataset(some)).toMatchObject({ fileCount: 3, labeledCount: 1, annotationCount: 2 })
  await expect(shapes(removed[0]!)).rejects.toMatchObject({ reason: 'item.not-found' })
  expect(await findings()).toEqual(sound)

  expect(await undo(done.undoId)).toMatchObject({ items: 3, skipped: 0 })
  expect(comparable(await items(some))).toEqual(comparable(full.items))
  expect(await shapes(previous[5]!.id)).toEqual(shapesOfLast)
  expect(await dataset(some)).toMatchObject({ fileCount: 6, labeledCount: 3, annotationCount: 6 })
  expect(await findings()).toEqual(sound)
})
