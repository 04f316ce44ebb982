import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { pathOf } from '@vermilion/contract/kernel/request'
import type { Shape } from '@vermilion/contract/labels/index'
import { type InferenceCreate, modelEndpoints } from '@vermilion/contract/models'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemsOf, makeRedDataset, quarters, save, side, untilRun } from '../../datasets/testing/red-dataset.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { addModel } from '../testing/add-model.ts'
import { redDetector } from '../testing/onnx.ts'
import { waitForEnd } from '../testing/sample.ts'

/** Labeled quarters are bright; faint ones are not labeled, but the model detects both. */
const faint = 0.4
const pictures = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.png`, [1, 0, 0, faint]]))

let server: TestServer
let datasetId = ''
const modelId = 'reds'
beforeAll(async () => {
  server = await startTestServer()
  const dataset = await makeRedDataset(server, { name: 'bright', pictures })
  datasetId = dataset.id
  await addModel(server, modelId, redDetector())
  const labelId = dataset.labels[0]!.id
  const box = { x: 0, y: 0, width: side / 2, height: side / 2 }
  const bright: Shape = { id: 'bright', kind: 'box', labelId, source: 'manual', box }
  for (const item of (await itemsOf(server, datasetId)).values()) await save(server, item, [bright], true)
})
afterAll(() => server.stop())

const recommended = () => server.call(servingEndpoints.recommendedThreshold, { params: { modelId } })

async function evaluate(confidence?: number) {
  const body: InferenceCreate = { name: 'look', source: { kind: 'dataset', datasetId } }
  const order = confidence === undefined ? body : { ...body, confidence }
  const { id: taskId } = await server.call(modelEndpoints.startInference, { params: { modelId }, body: order })
  await waitForEnd(server, taskId)
  await server.platform.jobs.settled()
  return server.call(evaluationEndpoints.getEvaluation, { params: { taskId } })
}

async function predict(query: { confidence?: string } = {}) {
  const path = pathOf(servingEndpoints.predict, { params: { modelId }, query })
  const body = new Uint8Array(await quarters([1, 0, 0, faint]))
  const { data } = (await (await server.fetch(path, { method: 'POST', body })).json()) as {
    data: { predictions: unknown[] }
  }
  return data.predictions.length
}

async function unlabeled(name: string) {
  const { id } = await makeRedDataset(server, { name, pictures: { [`${name}.png`]: [1, 0, 0, faint] } })
  return { id, shapes: async () => [...(await itemsOf(server, id)).values()].flatMap(({ shapes }) => shapes).length }
}

async function autoLabel(id: string, threshold?: number) {
  const body = { labeller: `model:${modelId}`, prompt: 'what is red', ...(threshold !== undefined && { threshold }) }
  const run = await server.call(autoLabelEndpoints.startAutoLabel, { params: { datasetId: id }, body })
  return untilRun(server, run.id)
}

test('R2.23 R3.12 R5.03 a model whose best threshold is not known is used at the usual one', async () => {
  expect(await recommended()).toEqual({ confidence: 0.25, source: 'usual' })
  expect(await predict()).toBe(2)
  const other = await unlabeled('before')
  expect(await autoLabel(other.id)).toMatchObject({ status: 'success', threshold: 0.25, shapes: 2 })
})

test('R2.23 R3.12 R5.03 once the best threshold is known all begin at it, and a named one wins', async () => {
  const first = await evaluate()
  expect(first).toMatchObject({ confidence: 0.25, counts: { right: 6, extra: 6 } })
  const { confidence: best, ...origin } = await recommended()
  expect(best).toBe(first.bestConfidence)
  expect(origin).toEqual({ source: 'evaluation', images: { name: 'bright', part: 'unknown' } })
  expect(best).toBeGreaterThan(faint)

  const second = await evaluate()
  expect(second).toMatchObject({ confidence: best, counts: { right: 6, extra: 0 }, figures: { precision: 1 } })
  expect(await evaluate(0.3)).toMatchObject({ confidence: 0.3, counts: { right: 6, extra: 6 } })

  expect(await predict()).toBe(1)
  expect(await predict({ confidence: '0.3' })).toBe(2)

  const [own, named] = [await unlabeled('own'), await unlabeled('named')]
  expect(await autoLabel(own.id)).toMatchObject({ status: 'success', threshold: best, shapes: 1 })
  expect(await autoLabel(named.id, 0.3)).toMatchObject({ status: 'success', threshold: 0.3, shapes: 2 })

  const { items } = await server.call(evaluationEndpoints.listEvaluatedImages, {
    params: { taskId: first.taskId },
    query: { limit: 1 },
  })
  for (const [confidence, shapes] of [
    [undefined, 1],
    [0.3, 2],
  ] as const) {
    const { spaceId } = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
    const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
    const { id } = await server.call(datasetEndpoints.createDataset, {
      body: { ...kind, name: `from ${shapes}`, spaceId, labels: [], selection: { fileIds: [items[0]!.fileId] } },
    })
    await server.platform.jobs.settled()
    const body = { datasetId: id, selection: { filter: {} }, ...(confidence !== undefined && { confidence }) }
    const params = { taskId: first.taskId }
    const { id: suggestionsId } = await server.call(evaluationEndpoints.suggestShapes, { params, body })
    await server.platform.jobs.settled()
    const done = await server.call(evaluationEndpoints.getSuggestions, { params: { ...params, suggestionsId } })
    expect(done).toMatchObject({ status: 'success' })
    const one = (await itemsOf(server, id)).get(items[0]!.path)
    expect(one?.shapes.length, String(confidence)).toBe(shapes)
  }
})
