import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { labelsChange } from '@vermilion/contract/labels/dataset-labels'
import { type Dataset, type DatasetCreate, datasetEndpoints } from '@vermilion/contract/datasets'
import type { shape } from '@vermilion/contract/labels/index'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

type ShapeInput = z.input<typeof shape>

const get = ({ id }: { id: string }) => server.call(datasetEndpoints.getDataset, { params: { datasetId: id } })
const items = async ({ id }: { id: string }) =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId: id }, query: {} })).items
const change = ({ id }: { id: string }, body: z.input<typeof labelsChange>) =>
  server.call(datasetEndpoints.updateLabels, { params: { datasetId: id }, body })
const merge = ({ id }: { id: string }, body: { from: string[]; to: string }) =>
  server.call(datasetEndpoints.mergeLabels, { params: { datasetId: id }, body })
const shapesOf = async (itemId: string) =>
  (await server.call(annotationEndpoints.getAnnotation, { params: { itemId } })).shapes
const save = (itemId: string, shapes: ShapeInput[], baseRevision = 0) =>
  server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId },
    body: { baseRevision, shapes, complete: true },
  })
const counts = async ({ id }: { id: string }) => {
  const { classes } = await server.call(datasetEndpoints.datasetReport, { params: { datasetId: id } })
  return Object.fromEntries(classes.map(({ name, count }) => [name, count]))
}
const box = (id: string, labelId: string, attributes?: Record<string, string>): ShapeInput => {
  return { id, kind: 'box', labelId, box: { x: 1, y: 2, width: 3, height: 4 }, ...(attributes ? { attributes } : {}) }
}

async function datasetWith(name: string, images: number, labels: string[], more: Partial<DatasetCreate> = {}) {
  const paths = Array.from({ length: images }, (_, index) => `${index + 1}.png`)
  const space = await spaceWith(server, name, paths)
  const dataset = await datasetOf(server, space.id, { name, labels: labels.map((label) => ({ name: label })), ...more })
  return { dataset, ids: dataset.labels.map(({ id }) => id) as [string, string, string], images: await items(dataset) }
}

test('R5.03 a label has a key and attributes; both stay where they are not spoken of, and the order is the one given', async () => {
  const { dataset, ids } = await datasetWith('attributes', 1, ['cat', '狗'])
  const pose = { name: 'pose', type: 'select' as const, options: ['sits', 'lies'], default: 'sits' }
  const set = await change(dataset, {
    labels: [
      { id: ids[1], name: '狗', shortcut: 'd' },
      { id: ids[0], name: 'cat', shortcut: '1', attributes: [pose, { name: 'age', type: 'number' }] },
    ],
  })
  expect(set.labels.map(({ name, index, shortcut }) => [name, index, shortcut])).toEqual([
    ['狗', 1, 'd'],
    ['cat', 0, '1'],
  ])
  const [, cat] = set.labels as [Dataset['labels'][0], Dataset['labels'][0]]
  expect(cat.attributes).toMatchObject([pose, { name: 'age', type: 'number' }])

  const [first] = cat.attributes
  const again = await change(dataset, {
    labels: [
      { id: ids[0], name: 'cat', attributes: [{ ...first!, name: 'posture' }] },
      { id: ids[1], name: 'dog' },
    ],
  })
  expect(again.labels).toMatchObject([
    { name: 'cat', shortcut: '1', attributes: [{ id: first!.id, name: 'posture', options: ['sits', 'lies'] }] },
    { name: 'dog', shortcut: 'd', attributes: [] },
  ])

  const twice = change(dataset, {
    labels: [
      { id: ids[0], name: 'cat' },
      { id: ids[1], name: 'dog', shortcut: '1' },
    ],
  })
  await expect(twice).rejects.toMatchObject({ reason: 'request.invalid' })
  const refused = [
    { name: 'a', type: 'select' },
    { name: 'a', type: 'select', options: ['x', 'x'] },
    { name: 'a', type: 'number', default: 'x' },
  ] as const
  for (const attribute of refused) {
    const wrong = { id: ids[0], name: 'cat', attributes: [attribute] }
    const body = { labels: [wrong, { id: ids[1], name: 'dog' }] } as never
    await expect(change(dataset, body)).rejects.toMatchObject({ reason: 'request.invalid' })
  }
  expect((await get(dataset)).labels).toEqual(again.labels)
})

test('R5.03 auto-labelling has both a model and a prompt, or neither', async () => {
  const { dataset } = await datasetWith('automatic', 1, ['cat'])
  const body = { name: 'other', format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const create = server.call(datasetEndpoints.createDataset, {
    body: { ...body, spaceId: dataset.spaceId, modelName: 'detector' },
  })
  await expect(create).rejects.toMatchObject({ reason: 'request.invalid' })
  const update = (change: { modelName?: string; prompt?: string }) =>
    server.call(datasetEndpoints.updateDataset, { params: { datasetId: dataset.id }, body: change })
  await expect(update({ prompt: 'every cat' })).rejects.toMatchObject({ reason: 'request.invalid' })
  expect(await update({ modelName: 'detector', prompt: 'every cat' })).toMatchObject({ prompt: 'every cat' })
  await expect(update({ modelName: '' })).rejects.toMatchObject({ reason: 'request.invalid' })
  expect(await update({ modelName: '', prompt: '' })).toMatchObject({ modelName: '', prompt: '' })
})

test('R5.03 a label in use goes once it is said what becomes of its shapes, and every one is accounted for', async () => {
  const { dataset, ids, images } = await datasetWith('moves', 2, ['cat', 'dog', 'bird'])
  const [cat, dog, bird] = ids
  const request = { labels: [{ id: dog, name: 'dog' }] }
  await save(images[0]!.id, [box('1', cat), box('2', dog), box('3', bird), box('4', cat)])
  await save(images[1]!.id, [box('5', bird)])
  const previous = (await get(dataset)).labels
  await expect(change(dataset, request)).rejects.toMatchObject({ reason: 'dataset.label-in-use' })
  const half = change(dataset, { ...request, deleted: { [cat]: { move: dog } } })
  await expect(half).rejects.toThrow('The label bird is used by 2 annotations')
  const nowhere = change(dataset, { ...request, deleted: { [cat]: { move: bird }, [bird]: 'delete' } })
  await expect(nowhere).rejects.toMatchObject({ reason: 'dataset.label-not-found' })
  expect((await get(dataset)).labels).toEqual(previous)
  expect(await counts(dataset)).toEqual({ cat: 2, dog: 1, bird: 2 })

  const done = await change(dataset, {
    labels: [{ id: dog, name: 'cat' }],
    deleted: { [cat]: { move: dog }, [bird]: 'delete' },
  })
  expect(done).toMatchObject({ workId: null, annotationCount: 3, labeledCount: 2, labels: [{ name: 'cat', index: 1 }] })
  expect(await counts(dataset)).toEqual({ cat: 3 })
  expect(await shapesOf(images[0]!.id)).toMatchObject(['1', '2', '4'].map((id) => ({ id, labelId: dog })))
  expect(await shapesOf(images[1]!.id)).toEqual([])
  expect(await items(dataset)).toMatchObject([
    { annotationCount: 3, revision: 2, status: 'labeled' },
    { annotationCount: 0, revision: 2, status: 'labeled' },
  ])
})

test('classes of whole images that are merged become one statement', async () => {
  const { dataset, ids, images } = await datasetWith('classes', 2, ['cat', 'kitten'], {
    labelType: 'picture-classification',
  })
  const readAll = (labelId: string): ShapeInput => ({ id: `class:${labelId}`, kind: 'class', labelId })
  await save(images[0]!.id, [readAll(ids[0]), readAll(ids[1])])
  await save(images[1]!.id, [readAll(ids[1])])
  await expect(merge(dataset, { from: [ids[0]], to: ids[0] })).rejects.toMatchObject({ reason: 'request.invalid' })
  await expect(merge(dataset, { from: ['none'], to: ids[0] })).rejects.toMatchObject({
    reason: 'dataset.label-not-found',
  })
  const merged = await merge(dataset, { from: [ids[1]], to: ids[0] })
  expect(merged).toMatchObject({ annotationCount: 2, labels: [{ name: 'cat' }] })
  for (const { id } of images) expect(await shapesOf(id)).toMatchObject([readAll(ids[0])])
})

test('many shapes are merged by work that everybody sees, and the label is gone after the last of them', async () => {
  const { dataset, ids, images } = await datasetWith('many', 2, ['cat', 'dog', 'bird'])
  const many = Array.from({ length: 3_000 }, (_, index) => box(`s${index}`, ids[index % 2]!))
  for (const { id } of images) await save(id, many)
  const response = await merge(dataset, { from: [ids[0]], to: ids[1] })
  expect(response.workId).toBeNull()
  const started = await merge(dataset, { from: [ids[1]], to: ids[2] })
  expect(started.workId).not.toBeNull()
  const departing = started.labels.find(({ id }) => id === ids[1])
  if (departing !== undefined) expect(departing.leaving).toBe(true)
  await expect.poll(async () => (await get(dataset)).labels).toMatchObject([{ id: ids[2], leaving: false }])
  expect(await counts(dataset)).toEqual({ bird: 6_000 })
  expect((await get(dataset)).annotationCount).toBe(6_000)
  const work = await server.call(workEndpoints.listWork, {})
  expect(work.filter(({ kind, status }) => kind === 'label-change' && status === 'failed')).toEqual([])
})
