import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { itemChangeEndpoints } from '@vermilion/contract/datasets/changes'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { type InferenceCreate, modelEndpoints } from '@vermilion/contract/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtinImages } from '#areas/tasks'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { makeFigures } from '../testing/figures.ts'
import { waitForEnd } from '../testing/sample.ts'

const script = fileURLToPath(new URL('../../../../../images/transformers/train.py', import.meta.url))
const python = [process.env['VERMILION_PYTHON'], 'python3', '/usr/bin/python3'].find((program) => {
  try {
    if (program !== undefined)
      execFileSync(program, ['-c', 'import torch, transformers, timm, onnx'], { stdio: 'ignore' })
    return program !== undefined
  } catch {
    return false
  }
})
const skipped = python === undefined ? ', skipped: no Python here has torch, transformers, timm and onnx' : ''

const epochs = 12
const imageName = 'vermilion/segformer'
const image = builtinImages[imageName]!

let server: TestServer
beforeAll(async () => {
  // In a pool of this machine, without the container that would bring the same Python.
  const here: typeof image = {
    ...image,
    address: 'builtin:segformer',
    command: (parts) => [python ?? '', '-B', script, ...image.command(parts).slice(1)],
  }
  server = await startTestServer({ tasks: { images: { ...builtinImages, [imageName]: here } } })
})
afterAll(() => server.stop())

test.skipIf(python === undefined)(
  `R2.21 R2.23 SegFormer learns from a dataset, is registered, and is evaluated with the figures of its training${skipped}`,
  { timeout: 1_800_000 },
  async () => {
    const dataset = await makeFigures(server, 'figures', 'semantic-segmentation', 30)
    const params = { datasetId: dataset.id }
    const change = { splitRatio: { train: 4, validation: 1, test: 0 }, seed: 1 }
    await server.call(itemChangeEndpoints.changeItems, { params, body: { selection: { filter: {} }, change } })
    await server.platform.jobs.settled()
    const parameters = { epochs, patience: epochs, inputSize: 64, batch: 4, learningRate: 0.001, zoom: 0, workers: 0 }
    const body = { name: 'figures', image: imageName, parameters, environment: { OMP_NUM_THREADS: '1' } }
    const training = await server.call(datasetEndpoints.startTraining, { params, body })
    const trained = await waitForEnd(server, training.id)
    expect(trained.statusReason).toBe('')
    expect(trained.progress).toEqual({ done: epochs, total: epochs, unit: 'epochs' })
    await server.platform.jobs.settled()

    const { items } = await server.call(modelEndpoints.listModels, { query: { dataset: dataset.id } })
    const [model] = items
    if (model === undefined || !('metrics' in model)) throw new Error('no model with metrics was registered')
    expect(model.labelType).toBe('semantic-segmentation')
    expect(new Set(model.labels)).toEqual(new Set(dataset.labels.map(({ name }) => name)))
    const source: InferenceCreate['source'] = { kind: 'dataset', datasetId: dataset.id, splits: ['validation'] }
    const { id: taskId } = await server.call(modelEndpoints.startInference, {
      params: { modelId: model.id },
      body: { name: 'look', source, confidence: 0.25 },
    })
    expect((await waitForEnd(server, taskId)).statusReason).toBe('')
    await server.platform.jobs.settled()
    const { figures } = await server.call(evaluationEndpoints.getEvaluation, { params: { taskId } })
    expect(model.metrics.mIoU).toBeGreaterThan(0.2)
    for (const name of ['mIoU', 'pixelAccuracy'] as const)
      expect(Math.abs(figures[name]! - model.metrics[name]!)).toBeLessThan(0.03)
  },
)
