import { annotationEndpoints, type AnnotationSave } from '@vermilion/contract/annotation'
import { type DatasetItem } from '@vermilion/contract/datasets/items'
import type { Label, LabelType } from '@vermilion/contract/labels/dataset-labels'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import type { Shape } from '@vermilion/contract/labels/index'
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

test('what is saved is read back exactly, and only completing an image makes it labeled', async () => {
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

test('an empty image can be labeled, and a label of another dataset is refused', async () => {
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

test('shapes of kinds that the dataset is not labeled with are refused, and it is said with which', async () => {
  const space = await spaceWith(server, 'kinds', ['1.png'])
  const first = async (labelType: LabelType) => {
    const body = { name: labelType, labelType, labels: [{ name: 'dirt' }] }
    const { id, labels } = await datasetOf(server, space.id, body)
    const { items: matches } = await server.call(datasetEndpoints.listItems, { params: { datasetId: id }, query: {} })
    const fields = { labelId: labels[0]!.id, source: 'manual' } as const
    const [rings, counts] = [[[1, 1, 9, 1, 9, 9]], [0, 2]]
    const shapes = {
      box: { ...fields, id: 'a', kind: 'box', box: { x: 1, y: 1, width: 5, height: 5 } },
      polygon: { ...fields, id: 'b', kind: 'polygon', polygon: { rings } },
      mask: { ...fields, id: 'c', kind: 'mask', mask: { x: 0, y: 0, width: 2, height: 1, counts } },
      class: { ...fields, id: `class:${fields.labelId}`, kind: 'class' },
    } as const
    return { id: matches[0]!.id, shapes }
  }
  const areas = await first('semantic-segmentation')
  const { box: square, class: full, ...fit } = areas.shapes
  const refused = await save(areas.id, { baseRevision: 0, shapes: [fit.mask, square] }).catch(({ message }) => message)
  expect(refused).toBe(
    '40046 Images of this dataset are labeled with polygon, mask, and the shape a is a box: ' +
      'send it as one of these, or leave it out',
  )
  const kindUnfit = { reason: 'annotation.kind-unfit' }
  await expect(save(areas.id, { baseRevision: 0, shapes: [full] })).rejects.toMatchObject(kindUnfit)
  expect((await save(areas.id, { baseRevision: 0, shapes: [fit.mask, fit.polygon] })).revision).toBe(1)

  const classes = await first('picture-classification')
  await expect(save(classes.id, { baseRevision: 0, shapes: [classes.shapes.polygon] })).rejects.toMatchObject(kindUnfit)
  const twice = { ...classes.shapes.class, id: 'another' }
  await expect(save(classes.id, { baseRevision: 0, shapes: [classes.shapes.class, twice] })).rejects.toMatchObject({
    reason: 'request.invalid',
  })
  expect((await save(classes.id, { baseRevision: 0, shapes: [classes.shapes.class] })).revision).toBe(1)
})

test('what is said of a shape is what its label asks for; what the image has stays when labels change', async () => {
  const space = await spaceWith(server, 'said', ['1.png', '2.png'])
  const attributes = [
    { name: 'pose', type: 'select' as const, options: ['sits', 'lies'] },
    { name: 'note', type: 'text' as const },
    { name: 'age', type: 'number' as const },
    { name: 'cut off', type: 'checkbox' as const },
  ]
  const { id: datasetId, labels } = await datasetOf(server, space.id, {
    name: 'said',
    labels: [{ name: 'cat', attributes }, { name: 'dog' }],
  })
  const [cat, dog] = labels as [Label, Label]
  const [pose, note, age, cutOff] = cat.attributes.map(({ id }) => id) as [string, string, string, string]
  const { items: matches } = await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: {} })
  const [one, other] = matches.map(({ id }) => id) as [string, string]
  const describe = (values: Shape['attributes'], id = 'a', labelId = cat.id) =>
    ({ ...box(id), labelId, ...(values === undefined ? {} : { attributes: values }) }) as const
  const refusal = (values: Shape['attributes']) =>
    save(one, { baseRevision: 0, shapes: [describe(values)] }).then(
      () => 'saved',
      ({ message }: Error) => message,
    )
  expect(await refusal({ [pose]: 'flies' })).toBe(
    '40048 “flies” is not one of the choices of the attribute pose of the label cat: choose one of sits, lies, or none',
  )
  expect(await refusal({ [pose]: true })).toContain('choose one of sits, lies')
  expect(await refusal({ [note]: 1 })).toContain('The attribute note of the label cat is a text')
  expect(await refusal({ [age]: 'old' })).toContain('The attribute age of the label cat is a number')
  expect(await refusal({ [cutOff]: 'yes' })).toContain('The attribute cut off of the label cat is yes or no')
  expect(await refusal({ [age]: 1, colour: 'red' })).toContain('No label of this dataset has the attribute colour')
  const values = { [pose]: 'sits', [note]: '', [age]: 2.5, [cutOff]: false }
  const relabeled = describe(values, 'b', dog.id)
  expect((await save(one, { baseRevision: 0, shapes: [describe(values), relabeled] })).revision).toBe(1)

  const changed = [{ id: pose, name: 'pose', type: 'select' as const, options: ['lies'] }]
  await server.call(datasetEndpoints.updateLabels, {
    params: { datasetId },
    body: {
      labels: [
        { id: cat.id, name: 'cat', attributes: changed },
        { id: dog.id, name: 'dog' },
      ],
    },
  })
  const moved = { ...describe(values), box: { x: 9, y: 9, width: 5, height: 5 } }
  expect((await save(one, { baseRevision: 1, shapes: [moved, relabeled, describe(values, 'copy')] })).revision).toBe(2)
  await expect(save(other, { baseRevision: 0, shapes: [describe({ [age]: 2.5 })] })).rejects.toMatchObject({
    reason: 'annotation.attribute-unknown',
  })
  await expect(save(other, { baseRevision: 0, shapes: [describe({ [pose]: 'sits' })] })).rejects.toMatchObject({
    reason: 'annotation.attribute-not-chosen',
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
