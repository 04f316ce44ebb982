import { modelEndpoints } from '@vermilion/contract/models'
import { lineageEndpoints } from '@vermilion/contract/models/lineage'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { makeRedDataset } from '../../datasets/testing/red-dataset.ts'
import { createConversionStore } from '../convert/conversion-store.ts'
import { createModelStore } from '../store.ts'
import { inferenceModel } from '../testing/inference-model.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { redDetector } from '../testing/onnx.ts'
import { waitForEnd } from '../testing/sample.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const fromOf = async (modelId: string) =>
  (await server.call(lineageEndpoints.modelLineage, { params: { modelId } })).from

test('R2.33 R3.12 a model of a space leads to it, a converted one to its source, and only what was deleted has no id', async () => {
  const files = await createModelFiles(server, 'onnx')
  const fileId = await files.fileWith(redDetector())
  const { id } = await server.call(modelEndpoints.addModel, { body: { fileId, name: 'reds' } })
  const brought = inferenceModel(await server.call(modelEndpoints.getModel, { params: { modelId: id } }))
  const dataset = await makeRedDataset(server, { name: 'reds', pictures: { 'a.png': [1, 0, 0, 0] }, labels: ['red'] })
  const space = await server.call(spaceEndpoints.getSpace, { params: { spaceId: dataset.spaceId } })
  const source = { kind: 'space', spaceId: space.id } as const
  const task = await server.call(modelEndpoints.startInference, {
    params: { modelId: id },
    body: { name: 'look', source },
  })
  await waitForEnd(server, task.id)

  // Register a model as a training over a space's images would.
  const store = createModelStore(server.platform.database)
  const about = { datasetId: null, datasetName: space.name, taskId: task.id, taskName: 'look' }
  await store.add({ ...brought, ...about, id: 'trained' })
  const data = { relation: 'data', kind: 'space', id: space.id, name: space.name }
  expect(await fromOf('trained')).toMatchObject([data, { relation: 'training', kind: 'task', id: task.id }])

  await store.add({ ...brought, ...about, id: 'converted', version: 2, taskId: null })
  await createConversionStore(server.platform.database).add({
    id: 'conversion',
    sourceId: 'trained',
    sourceName: 'reds v1',
    kind: 'float16',
    datasetId: dataset.id,
    versionId: 'version',
    pictures: 1,
    status: 'success',
    problem: null,
    detail: '',
    modelId: 'converted',
    largestDifference: 0,
    meanDifference: 0,
    creator: 'admin',
    createdAt: brought.createdAt,
  })
  const nameAlone = { relation: 'data', kind: 'none', id: null, name: space.name }
  expect(await fromOf('converted')).toMatchObject([nameAlone, { relation: 'source', kind: 'model', id: 'trained' }])

  await server.call(taskEndpoints.deleteTask, { params: { taskId: task.id } })
  expect(await fromOf('trained')).toMatchObject([nameAlone, { relation: 'training', kind: 'task', id: null }])
})
