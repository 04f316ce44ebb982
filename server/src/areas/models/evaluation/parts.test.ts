import { fileURLToPath } from 'node:url'
import { itemChangeEndpoints } from '@vermilion/contract/datasets/changes'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { datasetVersionEndpoints, type DatasetVersion } from '@vermilion/contract/datasets/versions'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { type InferenceCreate, modelEndpoints } from '@vermilion/contract/models'
import { lineageEndpoints } from '@vermilion/contract/models/lineage'
import { trainingDataEndpoints } from '@vermilion/contract/models/training-data'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtinImages } from '#areas/tasks'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { program } from '../../tasks/testing/programs.ts'
import { redDetector } from '../testing/onnx.ts'
import { makeDataset, waitForEnd } from '../testing/sample.ts'

const { getEvaluation, listEvaluatedImages, evaluationConfusion, evaluationCurves, evaluateInference } =
  evaluationEndpoints
const images = 40
const finder = fileURLToPath(new URL('../testing/program.ts', import.meta.url))
const imageName = 'vermilion/onnx-inference'

let server: TestServer
let dataset: Dataset
let version: DatasetVersion
let modelId: string
let trainingId: string

beforeAll(async () => {
  let content = ''
  const write = () => `require('fs').writeFileSync('best.onnx', Buffer.from('${content}', 'base64'))`
  const trainer = program('', { command: () => [process.execPath, '-e', write()] })
  const inference: typeof trainer = {
    ...builtinImages[imageName]!,
    command: ({ dataFolder, outputFolder }) => [process.execPath, finder, `${dataFolder}/images.json`, outputFolder],
  }
  server = await startTestServer({ tasks: { images: { ...builtinImages, [imageName]: inference, trainer } } })
  dataset = await makeDataset(server, images)
  content = redDetector(dataset.labels.map(({ name }) => name).toSorted()).toString('base64')
  const params = { datasetId: dataset.id }
  const change = { splitRatio: { train: 6, validation: 2, test: 2 }, seed: 1 }
  await server.call(itemChangeEndpoints.changeItems, { params, body: { selection: { filter: {} }, change } })
  const { id: versionId } = await server.call(datasetEndpoints.createVersion, { params, body: { name: 'first' } })
  await server.platform.jobs.settled()
  version = await server.call(datasetVersionEndpoints.getVersion, { params: { versionId } })
  expect(Object.values(version.splits).every((count) => count > 1)).toBe(true)
  const order = { name: 'train', image: 'trainer', versionId }
  trainingId = (await server.call(datasetEndpoints.startTraining, { params, body: order })).id
  expect((await waitForEnd(server, trainingId)).statusReason).toBe('')
  await server.platform.jobs.settled()
  modelId = (await server.call(modelEndpoints.listModels, { query: { dataset: dataset.id } })).items[0]!.id
})
afterAll(() => server.stop())

async function infer(source: InferenceCreate['source']) {
  const body = { name: 'look', source, confidence: 0.25 }
  const { id: taskId } = await server.call(modelEndpoints.startInference, { params: { modelId }, body })
  expect((await waitForEnd(server, taskId)).statusReason).toBe('')
  await server.platform.jobs.settled()
  return { taskId }
}

test('R2.23 R3.12 what a model was trained on is known, and an inference takes the images of a version that it has not learned from', async () => {
  const { data } = await server.call(trainingDataEndpoints.modelTrainingData, { params: { modelId } })
  const about = { datasetId: dataset.id, datasetName: dataset.name }
  expect(data).toEqual({ ...about, versionId: version.id, versionNumber: 1, splits: version.splits })
  const source = { kind: 'dataset', datasetId: dataset.id, versionId: version.id } as const
  const params = await infer({ ...source, splits: ['validation', 'test'] })
  const report = await server.call(modelEndpoints.inferenceReport, { params })
  expect(report.source).toMatchObject({ name: dataset.name, versionNumber: 1, splits: ['validation', 'test'] })
  const { validation, test: tested } = version.splits
  const evaluation = await server.call(getEvaluation, { params })
  expect(evaluation).toMatchObject({ images: validation + tested, measured: validation + tested })
  expect(evaluation.parts.map(({ part, measured }) => [part, measured])).toEqual([
    ['validation', validation],
    ['test', tested],
  ])
  const now = await infer({ kind: 'dataset', datasetId: dataset.id, splits: ['test'] })
  expect(await server.call(getEvaluation, { params: now })).toMatchObject({ images: tested, parts: [{ part: 'test' }] })
})

test('R2.23 figures of images that a model has learned from stand apart from those of the others, with their mistakes', async () => {
  const params = await infer({ kind: 'dataset', datasetId: dataset.id })
  const evaluation = await server.call(getEvaluation, { params })
  const counts = { train: 0, validation: 0, test: 0 }
  const sums = { right: 0, missed: 0, wrong: 0, extra: 0 }
  for (const { part, images: own, measured, counts: mistakes, figures, instances } of evaluation.parts) {
    if (part !== 'unseen' && part !== 'unknown') counts[part] = own
    expect([measured, instances > 0]).toEqual([own, true])
    expect(figures.mAP50).toBeGreaterThan(0)
    for (const key of ['right', 'missed', 'wrong', 'extra'] as const) sums[key] += mistakes[key]
    const { items, total } = await server.call(listEvaluatedImages, { params, query: { part, limit: 100 } })
    expect([total, items.every((image) => image.part === part)]).toEqual([own, true])
    const { cells } = await server.call(evaluationConfusion, { params, query: { part } })
    const right = cells.filter(({ found, real }) => found === real).reduce((sum, { count }) => sum + count, 0)
    expect(right).toBe(mistakes.right)
    expect((await server.call(evaluationCurves, { params, query: { part } })).overall?.recall).toHaveLength(101)
  }
  expect(counts).toEqual(version.splits)
  expect(sums).toEqual(evaluation.counts)
  const files = await server.call(getEvaluation, {
    params: await infer({ kind: 'space', spaceId: dataset.spaceId }),
  })
  expect(files.parts.map(({ part, images: own, measured }) => [part, own, measured])).toEqual(
    Object.entries(version.splits).map(([split, count]) => [split, count, 0]),
  )
})

test('R2.33 R2.23 the lineage says the figure of the images that are kept apart, and leads from a dataset to its models', async () => {
  const { to } = await server.call(lineageEndpoints.modelLineage, { params: { modelId } })
  const complete = to.find(({ measured }) => measured?.labeled === images)?.measured
  expect(complete).toMatchObject({ part: 'test', images: version.splits.test, learned: version.splits.train })
  expect(complete).toMatchObject({ confidence: 0.25, versionNumber: 1 })
  const models = await server.call(lineageEndpoints.datasetModels, { params: { datasetId: dataset.id } })
  expect(models).toMatchObject([{ modelId, version: 1, versionId: version.id, versionNumber: 1 }])
})

test('R2.23 precision and recall stand at the score from which mistakes are counted', async () => {
  const params = await infer({ kind: 'dataset', datasetId: dataset.id, splits: ['test'] })
  const previous = await server.call(getEvaluation, { params })
  await server.call(evaluateInference, { params, body: { confidence: 0.8 } })
  await server.platform.jobs.settled()
  const after = await server.call(getEvaluation, { params })
  expect(after.counts.right).toBeLessThan(previous.counts.right)
  expect(after.figures.recall).toBeLessThan(previous.figures.recall!)
  expect(after).toMatchObject({ confidence: 0.8, bestConfidence: previous.bestConfidence })
  expect(after.figures.mAP50).toBe(previous.figures.mAP50)
})

test('R2.23 once the training is gone it is not known which images a model has learned from, and figures say so', async () => {
  const params = await infer({ kind: 'dataset', datasetId: dataset.id, splits: ['train'] })
  expect(await server.call(getEvaluation, { params })).toMatchObject({ parts: [{ part: 'train' }] })
  await server.call(taskEndpoints.deleteTask, { params: { taskId: trainingId } })
  await server.platform.jobs.settled()
  expect(await server.call(trainingDataEndpoints.modelTrainingData, { params: { modelId } })).toEqual({ data: null })
  await server.call(evaluateInference, { params, body: {} })
  await server.platform.jobs.settled()
  expect(await server.call(getEvaluation, { params })).toMatchObject({ parts: [{ part: 'unknown' }] })
})
