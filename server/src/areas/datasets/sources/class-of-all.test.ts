import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { datasetOf, picture, spaceWith } from '../testing/pictures.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

async function classesOf(datasetId: string) {
  const params = { datasetId }
  const { labels } = await server.call(datasetEndpoints.getDataset, { params })
  const { items } = await server.call(datasetEndpoints.listItems, { params, query: {} })
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  return Promise.all(
    items.map(async ({ id: itemId, path, status }) => {
      const { shapes } = await server.call(annotationEndpoints.getAnnotation, { params: { itemId } })
      return [path, status, ...shapes.map(({ labelId }) => names.get(labelId))]
    }),
  )
}

test('R2.29 images come into a dataset of classes labeled with one class; those labeled already keep theirs', async () => {
  const { id: spaceId } = await spaceWith(server, 'classes', ['clean/1.png', 'clean/2.png', 'dirty/1.png'])
  const kind = { labelType: 'picture-classification' as const, labels: [{ name: 'dirty' }] }
  const { id: datasetId } = await datasetOf(server, spaceId, {
    name: 'classes',
    folder: 'clean',
    classOfAll: ' clean ',
    ...kind,
  })
  const params = { datasetId }
  const add = async (folder: string, classOfAll: string) => {
    const selection = { filter: { folder, recursive: true } }
    const body = { spaceId, selection, classOfAll }
    await server.call(datasetEndpoints.addImages, { params, body })
    await server.platform.jobs.settled()
  }
  await add('dirty', 'dirty')
  await upload(server, { spaceId, path: 'clean/3.png' }, await picture(9))
  await add('', 'other')
  expect(await classesOf(datasetId)).toEqual([
    ['clean/1.png', 'labeled', 'clean'],
    ['clean/2.png', 'labeled', 'clean'],
    ['clean/3.png', 'labeled', 'other'],
    ['dirty/1.png', 'labeled', 'dirty'],
  ])
  const dataset = await server.call(datasetEndpoints.getDataset, { params })
  expect(dataset).toMatchObject({ fileCount: 4, labeledCount: 4, displayState: 'normal' })
  expect(dataset.labels.map(({ name }) => name)).toEqual(['dirty', 'clean', 'other'])
  const sources = await server.call(datasetEndpoints.listSources, { params })
  expect(sources.map(({ taken, present, labeled }) => [taken, present, labeled])).toEqual([
    [1, 3, 1],
    [1, 0, 1],
    [2, 0, 2],
  ])
})

test('a class for all is refused where labels are drawn, and nothing is made', async () => {
  const { id: spaceId } = await spaceWith(server, 'boxes', ['1.png'])
  const boxes = (name: string, classOfAll: string | null) => datasetOf(server, spaceId, { name, classOfAll })
  expect(await reasonOf(boxes('refused', 'clean'))).toBe('dataset.label-kind')
  const { id: datasetId } = await boxes('drawn', null)
  const body = { spaceId, selection: { filter: { recursive: true } }, classOfAll: 'clean' }
  const call = server.call(datasetEndpoints.addImages, { params: { datasetId }, body })
  expect(await reasonOf(call)).toBe('dataset.label-kind')
  const { items } = await server.call(datasetEndpoints.listDatasets, { query: { space: spaceId } })
  expect(items.map(({ name, labels }) => [name, labels])).toEqual([['drawn', []]])
})
