import { annotationEndpoints } from '@vermilion/contract/annotation'
import { type DatasetCreate, datasetEndpoints } from '@vermilion/contract/datasets'
import { type Generation, generationEndpoints } from '@vermilion/contract/generations'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let generation: Generation

beforeAll(async () => {
  server = await startTestServer()
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'truth', path: 'truth' } })
  const items = [{ floor: 'wood', dirt: 'mud', dirtCount: 2, animal: 'cat' }]
  const body = { name: 'known', width: 160, height: 128, count: 4, seed: 3, items }
  generation = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  await server.platform.jobs.settled()
})
afterAll(() => server.stop())

async function newDataset(name: string, more: Partial<DatasetCreate>) {
  const { id } = await server.call(datasetEndpoints.createDataset, {
    body: {
      name,
      format: 'coco',
      type: 'image',
      labelType: 'target-detection',
      spaceId: generation.spaceId,
      folder: generation.folder,
      ...more,
    },
  })
  await server.platform.jobs.settled()
  const params = { datasetId: id }
  const { items } = await server.call(datasetEndpoints.listItems, { params, query: {} })
  const annotations = await Promise.all(
    items.map(({ id: itemId }) => server.call(annotationEndpoints.getAnnotation, { params: { itemId } })),
  )
  const [source] = await server.call(datasetEndpoints.listSources, { params })
  return { dataset: await server.call(datasetEndpoints.getDataset, { params }), annotations, source }
}

test('R1.02 R2.29 rendered images come into a dataset labeled with what they show, as boxes or as masks', async () => {
  const boxes = await newDataset('boxes', { withTruth: true, labels: [{ name: 'animal' }] })
  expect(boxes.source).toMatchObject({ taken: 4, labeled: 4, withTruth: true })
  expect(boxes.dataset).toMatchObject({ labeledCount: 4, annotationCount: 12 })
  expect(boxes.dataset.labels.map(({ name }) => name)).toEqual(['animal', 'dirt'])
  for (const { shapes } of boxes.annotations) {
    expect(shapes.map(({ kind }) => kind)).toEqual(['box', 'box', 'box'])
  }
  const masks = await newDataset('masks', { withTruth: true, labelType: 'semantic-segmentation' })
  expect(masks.annotations.flatMap(({ shapes }) => shapes.map(({ kind }) => kind))).toEqual(Array(12).fill('mask'))
})

test('without the wish, and where a shape of the label type cannot say it, images stay to be labeled', async () => {
  const plain = await newDataset('plain', {})
  expect(plain.dataset).toMatchObject({ fileCount: 4, labeledCount: 0, labels: [] })
  const classes = await newDataset('classes', { withTruth: true, labelType: 'picture-classification' })
  expect(classes.source).toMatchObject({ taken: 4, labeled: 0 })
})
