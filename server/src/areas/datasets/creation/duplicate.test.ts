import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { shape } from '@vermilion/contract/labels/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, ready, spaceWith } from '../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const itemsOf = async (datasetId: string) =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: {} })).items
const save = (itemId: string, shapes: z.input<typeof shape>[], complete: boolean) =>
  server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body: { baseRevision: 0, shapes, complete } })
const shapesOf = async (itemId: string) =>
  (await server.call(annotationEndpoints.getAnnotation, { params: { itemId } })).shapes
const report = (datasetId: string) => server.call(datasetEndpoints.datasetReport, { params: { datasetId } })

test('R2.24 a dataset is duplicated with what is labeled, or with its images and labels alone; neither touches the other', async () => {
  const space = await spaceWith(server, 'original', ['1.png', '2.png', '10.png'])
  const pose = { name: 'pose', type: 'text' as const }
  const labels = [{ name: 'cat', shortcut: 'c', attributes: [pose] }, { name: '狗' }, { name: 'bird' }]
  const original = await datasetOf(server, space.id, {
    name: 'original',
    labels,
    guidelines: 'whole animals',
    tags: ['a'],
  })
  const [cat, dog, bird] = original.labels.map(({ id }) => id) as [string, string, string]
  await server.call(datasetEndpoints.updateLabels, {
    params: { datasetId: original.id },
    body: { labels: [bird, cat].map((id) => ({ id, name: id === cat ? 'cat' : 'bird' })) },
  })
  const [one, two] = await itemsOf(original.id)
  const attribute = original.labels[0]!.attributes[0]!.id
  const box = { x: 1, y: 2, width: 3, height: 4 }
  await save(
    one!.id,
    [
      { id: 'a', kind: 'box', labelId: cat, box, attributes: { [attribute]: 'sits' } },
      { id: 'b', kind: 'box', labelId: bird, box },
    ],
    true,
  )
  await save(two!.id, [{ id: 'c', kind: 'box', labelId: bird, box }], false)
  const previous = await report(original.id)

  const duplicate = async (name: string, withLabels: boolean) => {
    const body = { name, labels: withLabels }
    const { id } = await server.call(datasetEndpoints.duplicateDataset, { params: { datasetId: original.id }, body })
    return ready(server, id)
  }
  await expect(duplicate('original', true)).rejects.toMatchObject({ reason: 'dataset.name-taken' })
  const copy = await duplicate('copy', true)
  expect(copy).toMatchObject({
    fileCount: 3,
    labeledCount: 1,
    annotationCount: 3,
    guidelines: 'whole animals',
    tags: ['a'],
  })
  expect(copy.spaces).toEqual([{ id: space.id, name: 'original' }])
  expect(copy.labels).toMatchObject([
    { name: 'bird', index: 2 },
    { name: 'cat', index: 0, shortcut: 'c', attributes: [pose] },
  ])
  expect(copy.labels.some(({ id }) => [cat, dog, bird].includes(id))).toBe(false)
  const copied = await itemsOf(copy.id)
  expect(copied.map(({ path, status, annotationCount }) => [path, status, annotationCount])).toEqual([
    ['1.png', 'labeled', 2],
    ['2.png', 'to-label', 1],
    ['10.png', 'to-label', 0],
  ])
  expect(copied.map(({ split, fileId }) => [split, fileId])).toEqual(
    (await itemsOf(original.id)).map(({ split, fileId }) => [split, fileId]),
  )
  expect(await shapesOf(copied[0]!.id)).toMatchObject([
    { id: 'a', labelId: copy.labels[1]!.id, box, attributes: { [copy.labels[1]!.attributes[0]!.id]: 'sits' } },
    { id: 'b', labelId: copy.labels[0]!.id },
  ])
  const { classes, ...figures } = await report(copy.id)
  expect(classes.map(({ name, count, images }) => [name, count, images])).toEqual(
    previous.classes.map(({ name, count, images }) => [name, count, images]),
  )
  expect(figures).toMatchObject({ totalFiles: 3, labeledFiles: 1, totalLabels: 3 })

  const bare = await duplicate('bare', false)
  expect(bare).toMatchObject({ fileCount: 3, labeledCount: 0, annotationCount: 0, displayState: 'to-label' })
  expect(bare.labels.map(({ name }) => name)).toEqual(['bird', 'cat'])
  for (const { id } of await itemsOf(bare.id)) expect(await shapesOf(id)).toEqual([])
  await server.call(datasetEndpoints.deleteDataset, { params: { datasetId: copy.id } })
  expect(await report(original.id)).toEqual(previous)
  expect(await shapesOf(one!.id)).toHaveLength(2)
})
