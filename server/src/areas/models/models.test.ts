import { createHash } from 'node:crypto'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { Dataset } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { fileEndpoints } from '@vermilion/contract/files'
import { modelEndpoints } from '@vermilion/contract/models'
import type { InferenceCreate, InferenceModel, InferenceResult } from '@vermilion/contract/models'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inferenceModel } from './testing/inference-model.ts'
import { reasonOf } from '../../testing/client.ts'
import { CallFailed, startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { createModelStore } from './store.ts'
import { waitForEnd, makeDataset, train } from './testing/sample.ts'

const { getEvaluation } = evaluationEndpoints
const { listModels, getModel, deleteModel, startInference, inferenceReport, listInferenceResults } = modelEndpoints
const images = 24

let server: TestServer
let dataset: Dataset
let training: Task
let model: InferenceModel
beforeAll(async () => {
  server = await startTestServer()
  dataset = await makeDataset(server, images)
  training = await waitForEnd(server, (await train(server, dataset.id, 12)).id)
  await server.platform.jobs.settled()
  const page = await server.call(listModels, { query: {} })
  model = inferenceModel(page.items[0])
})
afterAll(() => server.stop())

const infer = (source: InferenceCreate['source'], confidence = 0.02) =>
  server.call(startInference, { params: { modelId: model.id }, body: { name: 'look', source, confidence } })

describe('what is typed for a task', () => {
  const body = { name: 'good-name', image: 'vermilion/starter-detector', parameters: {} }
  const order = (change: object) =>
    server
      .call(datasetEndpoints.startTraining, { params: { datasetId: dataset.id }, body: { ...body, ...change } })
      .then(
        () => 'accepted',
        (error: unknown) => (error instanceof CallFailed ? error.envelope.data : error),
      )

  test.each(['', 'Upper', '1st', 'ends-', '-starts', 'has_underscore', 'has space', '名字', 'a'.repeat(51)])(
    'R5.01 the task name %j is refused at its field',
    async (name) => {
      expect(await order({ name })).toMatchObject({ error: 'request.invalid', fields: { name: expect.any(String) } })
    },
  )

  test('R5.02 a missing name or image is told at its field, and so is a parameter that does not fit', async () => {
    expect(await order({ name: undefined })).toMatchObject({ fields: { name: expect.any(String) } })
    expect(await order({ image: '' })).toMatchObject({ fields: { image: expect.any(String) } })
    expect(await order({ image: 'vermilion/none' })).toMatchObject({ error: 'image.not-found' })
    expect(await order({ parameters: { inputSize: 100, epochs: 0 } })).toMatchObject({
      error: 'image.parameters-invalid',
      fields: { 'parameters.inputSize': expect.any(String), 'parameters.epochs': expect.any(String) },
    })
  })
})

describe('a training that succeeded', () => {
  test('R3.12 put exactly one model into the repository, with what it says of itself and its lineage', async () => {
    expect(training).toMatchObject({ status: 'success', progress: { done: 12, total: 12, unit: 'epochs' } })
    expect(await server.call(listModels, { query: {} })).toMatchObject({ total: 1, from: 1 })
    expect(await server.call(getModel, { params: { modelId: model.id } })).toEqual(model)
    expect(model).toMatchObject({
      name: 'floor-detector',
      type: 'cloud-inference-model',
      framework: 'onnxruntime',
      labelType: 'target-detection',
      labels: dataset.labels.map(({ name }) => name),
      inputSize: 64,
      datasetId: dataset.id,
      datasetName: 'floors',
      datasetFormat: dataset.format,
      datasetType: 'image',
      taskId: training.id,
      taskName: 'floor-detector',
    })
    expect(model.creator).toBe('admin')
    const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
    const validation = items.filter(({ split }) => split === 'validation').map(({ fileId }) => fileId)
    expect(model.covers).toEqual((validation.length > 0 ? validation : items.map(({ fileId }) => fileId)).slice(0, 4))
    expect(Object.values(model.metrics).every((value) => value === null || (value >= 0 && value <= 1))).toBe(true)
  })

  test('R3.12 offers the model file as the training wrote it', async () => {
    const response = await server.fetch(`/models/${model.id}/content`)
    expect(response.headers.get('content-disposition')).toContain('floor-detector.onnx')
    const content = Buffer.from(await response.arrayBuffer())
    expect(content.length).toBe(model.size)
    expect(createHash('sha256').update(content).digest('hex')).toBe(model.checksum)
    const written = await server.fetch(`/tasks/${training.id}/files/content?path=best.onnx`)
    expect(Buffer.from(await written.arrayBuffer()).equals(content)).toBe(true)
  })

  test('is found by a part of its name', async () => {
    expect((await server.call(listModels, { query: { search: 'detec' } })).total).toBe(1)
    expect((await server.call(listModels, { query: { search: '%' } })).total).toBe(0)
  })

  test('is listed by its measures, its type and its dataset', async () => {
    const sort = 'mAP50' as const
    const better = { ...model, id: 'better', taskId: null, metrics: { ...model.metrics, mAP50: 1 } }
    const unmeasured = { ...model, id: 'unmeasured', taskId: null, metrics: { ...model.metrics, mAP50: null } }
    const store = createModelStore(server.platform.database)
    for (const other of [better, unmeasured]) await store.add(other)
    const ids = async (query: Parameters<typeof server.call<typeof listModels>>[1]['query']) =>
      (await server.call(listModels, { query })).items.map(({ id }) => id)
    const byFigure = await server.call(listModels, { query: { sort: '-figure', limit: 2 } })
    expect(byFigure.items.map(({ id }) => id)).toEqual(['better', model.id])
    expect(await ids({ sort: '-figure', cursor: byFigure.nextCursor ?? '' })).toEqual(['unmeasured'])
    expect(await ids({ sort })).toEqual(['unmeasured', model.id, 'better'])
    const first = await server.call(listModels, { query: { sort: `-${sort}`, limit: 1 } })
    expect(first.items.map(({ id }) => id)).toEqual(['better'])
    expect(await ids({ sort: `-${sort}`, cursor: first.nextCursor ?? '' })).toEqual([model.id, 'unmeasured'])
    const [name, go, , id] = JSON.parse(Buffer.from(first.nextCursor ?? '', 'base64url').toString()) as string[]
    const madeUp = Buffer.from(JSON.stringify([name, go, 'no document', id])).toString('base64url')
    expect(await ids({ sort: `-${sort}`, cursor: madeUp })).toEqual([])
    expect(await ids({ type: 'board-inference-model' })).toEqual([])
    expect(await ids({ dataset: dataset.id })).toHaveLength(3)
    expect(await ids({ dataset: 'another' })).toEqual([])
    for (const { id } of [better, unmeasured]) await store.delete(id)
  })
})

describe('cloud inference', () => {
  test('runs on a dataset and measures itself against the labels', async () => {
    const task = await infer({ kind: 'dataset', datasetId: dataset.id })
    expect(task).toMatchObject({ kind: 'cloud-inference', dataSource: { kind: 'dataset', id: dataset.id } })
    const { status, statusReason, parameters } = await waitForEnd(server, task.id)
    expect({ status, statusReason }).toEqual({ status: 'success', statusReason: '' })
    expect(parameters).toEqual({ confidence: 0.02, overlap: 0.45, tileOverlap: 0, fullPicture: 1 })

    const report = await server.call(inferenceReport, { params: { taskId: task.id } })
    expect(report).toMatchObject({ modelId: model.id, modelName: model.name, images, measured: images })
    const truths = await pagesOf(task.id)
    await server.platform.jobs.settled()
    const { labels, instances } = await server.call(getEvaluation, { params: { taskId: task.id } })
    expect(labels).toEqual(model.labels)
    expect(truths.flatMap(({ truth }) => truth ?? [])).toHaveLength(instances)
    expect(dataset.annotationCount).toBe(instances)
    expect(report.latency?.p50).toBeGreaterThan(0)
  })

  async function pagesOf(taskId: string): Promise<InferenceResult[]> {
    const results: InferenceResult[] = []
    let cursor: string | undefined
    do {
      const page = await server.call(listInferenceResults, { params: { taskId }, query: { limit: 10, cursor } })
      expect(page).toMatchObject({ total: images, from: results.length + 1 })
      expect(page.previousCursor === null).toBe(results.length === 0)
      results.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(results.map(({ path }) => path)).size).toBe(images)
    expect(results.every(({ itemId, width, height }) => itemId !== null && width === 128 && height === 96)).toBe(true)
    return results
  }

  test('runs on some images of a data space, which have no truth', async () => {
    const files = await server.call(fileEndpoints.listFiles, {
      params: { spaceId: dataset.spaceId },
      query: { recursive: 'true', kind: 'image', limit: 3 },
    })
    const fileIds = files.items.map(({ id }) => id)
    const task = await infer({ kind: 'space', spaceId: dataset.spaceId, fileIds })
    await waitForEnd(server, task.id)
    const page = await server.call(listInferenceResults, { params: { taskId: task.id }, query: {} })
    expect(page.items.map(({ fileId, itemId, truth }) => ({ fileId, itemId, truth }))).toEqual(
      fileIds.map((fileId) => ({ fileId, itemId: null, truth: null })),
    )
    const report = await server.call(inferenceReport, { params: { taskId: task.id } })
    expect(report).toMatchObject({ images: 3, measured: 0 })
  })

  test('is refused for what is not there, and has neither report nor results of a training', async () => {
    expect(await reasonOf(infer({ kind: 'dataset', datasetId: 'none' }))).toBe('dataset.not-found')
    expect(await reasonOf(infer({ kind: 'space', spaceId: 'none' }))).toBe('space.not-found')
    expect(await reasonOf(infer({ kind: 'dataset', datasetId: dataset.id, itemIds: ['none'] }))).toBe('dataset.empty')
    const params = { taskId: training.id }
    expect(await reasonOf(server.call(inferenceReport, { params }))).toBe('task.not-found')
    expect(await reasonOf(server.call(listInferenceResults, { params, query: {} }))).toBe('task.not-found')
  })
})

describe('deleting', () => {
  test('a model outlives the training that made it', async () => {
    await server.call(taskEndpoints.deleteTask, { params: { taskId: training.id } })
    const remaining = await server.call(getModel, { params: { modelId: model.id } })
    expect(remaining).toEqual({ ...model, taskId: null })
    expect((await server.fetch(`/models/${model.id}/content`)).status).toBe(200)
  })

  test('a deleted model is gone, and the reports of its inferences stay', async () => {
    const task = await infer({ kind: 'dataset', datasetId: dataset.id })
    await waitForEnd(server, task.id)
    const params = { modelId: model.id }
    await server.call(deleteModel, { params })
    expect(await reasonOf(server.call(getModel, { params }))).toBe('model.not-found')
    expect(await reasonOf(server.call(deleteModel, { params }))).toBe('model.not-found')
    expect((await server.fetch(`/models/${model.id}/content`)).status).toBe(404)
    const report = await server.call(inferenceReport, { params: { taskId: task.id } })
    expect(report).toMatchObject({ modelId: null, modelName: model.name, images })
  })
})
