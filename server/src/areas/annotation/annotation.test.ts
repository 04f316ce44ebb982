import { annotationEndpoints, type AnnotationSave } from '@vermilion/contract/annotation'
import { type DatasetItem } from '@vermilion/contract/dataset-items'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetOf, spaceWith } from '../datasets/testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let dataset: Dataset
let items: DatasetItem[]

beforeAll(async () => {
  server = await startTestServer()
  const space = await spaceWith(server, 'annotation', ['1.png', '2.png', '3.png', '4.png'])
  dataset = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }] })
  items = (await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })).items
})
afterAll(() => server.stop())

const box = (id: string, x = 1) => {
  const labelId = dataset.labels[0]!.id
  return { id, kind: 'box', labelId, source: 'manual', box: { x, y: 1, width: 5, height: 5 } } as const
}
const save = (itemId: string, body: AnnotationSave) =>
  server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body })
const read = (itemId: string) => server.call(annotationEndpoints.getAnnotation, { params: { itemId } })

test('what is saved is read back exactly, and only completing an image makes it labelled', async () => {
  const { id } = items[0]!
  expect(await read(id)).toEqual({ itemId: id, revision: 0, shapes: [] })
  const draft = await save(id, { baseRevision: 0, shapes: [box('a', 1.25), box('b')] })
  expect(draft).toMatchObject({ revision: 1, item: { status: 'to-label', annotationCount: 2 } })
  const done = await save(id, { baseRevision: 1, shapes: [box('b')], complete: true })
  expect(done).toMatchObject({ revision: 2, item: { status: 'labeled', annotationCount: 1 } })
  expect(await read(id)).toEqual({ itemId: id, revision: 2, shapes: [box('b')] })
  const later = await save(id, { baseRevision: 2, shapes: [] })
  expect(later.item.status).toBe('labeled')
})

test('a replay of what has arrived changes nothing; a save on an old revision overwrites nothing', async () => {
  const { id } = items[1]!
  await save(id, { baseRevision: 0, shapes: [box('a')], complete: true })
  expect(await save(id, { baseRevision: 0, shapes: [box('a')], complete: true })).toMatchObject({ revision: 1 })
  await expect(save(id, { baseRevision: 0, shapes: [box('other')] })).rejects.toMatchObject({
    reason: 'annotation.conflict',
    envelope: { code: 40941, data: { values: { revision: 1 } } },
  })
  expect((await read(id)).shapes).toEqual([box('a')])
})

test('an empty image can be labelled, and a label of another dataset is refused', async () => {
  const { id } = items[2]!
  expect(await save(id, { baseRevision: 0, shapes: [], complete: true })).toMatchObject({
    revision: 1,
    item: { status: 'labeled', annotationCount: 0 },
  })
  const foreign = { ...box('a'), labelId: 'nobody' }
  await expect(save(id, { baseRevision: 1, shapes: [foreign] })).rejects.toMatchObject({
    reason: 'dataset.label-not-found',
  })
  await expect(save(id, { baseRevision: 1, shapes: [box('a'), box('a', 2)] })).rejects.toMatchObject({
    reason: 'request.invalid',
  })
})

test('R3.05 the time worked on images is counted once for whoever saved, in the report of the dataset', async () => {
  const { id, revision } = (await server.call(datasetEndpoints.getItem, {
    params: { itemId: items[2]!.id },
    query: {},
  })) satisfies DatasetItem
  await save(id, { baseRevision: revision, shapes: [box('a')], seconds: 40 })
  await save(id, { baseRevision: revision, shapes: [box('a')], seconds: 40 })
  await save(id, { baseRevision: revision + 1, shapes: [box('a', 2)], complete: true, seconds: 5 })
  const { annotators } = await server.call(datasetEndpoints.datasetReport, { params: { datasetId: dataset.id } })
  expect(annotators.find(({ annotator }) => annotator === 'admin')).toMatchObject({ seconds: 45 })
})

test('two savers at once: one wins, the other learns it, and the counters agree', async () => {
  const { id } = items[3]!
  const results = await Promise.allSettled([
    save(id, { baseRevision: 0, shapes: [box('a')] }),
    save(id, { baseRevision: 0, shapes: [box('b'), box('c')] }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { shapes } = await read(id)
  const now = await server.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
  const counted = await Promise.all(items.map((item) => read(item.id)))
  expect(now.annotationCount).toBe(counted.reduce((sum, each) => sum + each.shapes.length, 0))
  expect(shapes.length).toBeGreaterThan(0)
})
