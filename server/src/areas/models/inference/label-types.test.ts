import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { Dataset } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import type { Figures } from '@vermilion/contract/evaluations'
import { modelEndpoints } from '@vermilion/contract/models'
import type { InferenceReport } from '@vermilion/contract/models/inference-report'
import type { InferenceModel } from '@vermilion/contract/models'
import { predictionLine, type PredictionLine } from '@vermilion/contract/predictions'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inferenceModel } from '../testing/inference-model.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { figureLabels, makeFigures } from '../testing/figures.ts'
import { waitForEnd } from '../testing/sample.ts'

const images = 48
const epochs = 10

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const programReport = z.object({ measured: z.object({ metrics: z.record(z.string(), z.number().nullable()) }) })

interface Result {
  training: Task
  model: InferenceModel
  lines: PredictionLine[]
  report: InferenceReport
  figures: Figures
  reported: Record<string, number | null>
}

async function trained(dataset: Dataset, image: string): Promise<Result> {
  const parameters = { inputSize: 64, width: 16, epochs, batch: 8, learningRate: 0.005 }
  const body = { name: `train-${dataset.name}`, image, parameters }
  const started = await server.call(datasetEndpoints.startTraining, { params: { datasetId: dataset.id }, body })
  const training = await waitForEnd(server, started.id)
  expect([training.status, training.statusReason]).toEqual(['success', ''])
  await server.platform.jobs.settled()
  const response = await server.call(modelEndpoints.listModels, { query: { dataset: dataset.id } })
  const model = inferenceModel(response.items[0])
  const source = { kind: 'dataset', datasetId: dataset.id } as const
  const order = { params: { modelId: model.id }, body: { name: `look-${dataset.name}`, source } }
  const inference = await waitForEnd(server, (await server.call(modelEndpoints.startInference, order)).id)
  expect([inference.status, inference.statusReason]).toEqual(['success', ''])
  const text = await readFile(join(inference.outputPath, 'predictions.jsonl'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => predictionLine.parse(JSON.parse(line)))
  await server.platform.jobs.settled()
  const params = { taskId: inference.id }
  const { figures } = await server.call(evaluationEndpoints.getEvaluation, { params })
  const report = await server.call(modelEndpoints.inferenceReport, { params })
  const reported = programReport.parse(JSON.parse(await readFile(join(inference.outputPath, 'report.json'), 'utf8')))
  return { training, model, lines, report, figures, reported: reported.measured.metrics }
}

const metricsOf = (task: Task) => server.call(taskEndpoints.taskMetrics, { params: { taskId: task.id } })
const filesOf = async (task: Task) => {
  const files = await server.call(taskEndpoints.listResultFiles, { params: { taskId: task.id } })
  return files.map(({ path }) => path)
}

describe('classes of whole images', () => {
  let result: Result
  beforeAll(async () => {
    const dataset = await makeFigures(server, 'kinds', 'picture-classification', images)
    result = await trained(dataset, 'vermilion/starter-classifier')
  })

  test('R2.06 R5.11 the starter classifier beats the most frequent class by far', async () => {
    const { model, training } = result
    expect(model.metrics.top1).toBeGreaterThan(0.8)
    expect(model.metrics).toMatchObject({ top5: 1, mIoU: null, mAP50: null })
    expect(model).toMatchObject({
      labelType: 'picture-classification',
      predictionKind: 'class',
      labels: [...figureLabels],
      inputSize: 64,
    })
    const { columns, rows } = await metricsOf(training)
    expect(columns).toEqual(expect.arrayContaining(['train/loss', 'val/loss', 'metrics/top1', 'metrics/top5']))
    expect(rows).toHaveLength(epochs)
    expect(await filesOf(training)).toEqual(
      expect.arrayContaining([
        'best.onnx',
        'last.ckpt',
        'report.json',
        'figures/confusion.svg',
        'figures/validation.jpg',
      ]),
    )
  })

  test('R2.23 an inference says a probability for each class, the likeliest first; server and program measure the same', () => {
    const { model, lines, report, figures, reported } = result
    expect(lines).toHaveLength(images)
    expect(report).toMatchObject({ modelId: model.id, images, measured: images })
    expect(figures.top1).toBeGreaterThan(0.8)
    for (const key of ['top1', 'top5'] as const) expect(figures[key]).toBeCloseTo(reported[key]!, 9)
    for (const { scores = [], predictions } of lines) {
      expect(scores.reduce((a, b) => a + b)).toBeCloseTo(1, 4)
      expect(predictions[0]).toMatchObject({ kind: 'class', score: Math.max(...scores) })
    }
  })
})

describe('classes of pixels', () => {
  let result: Result
  beforeAll(async () => {
    const dataset = await makeFigures(server, 'areas', 'semantic-segmentation', images)
    result = await trained(dataset, 'vermilion/starter-segmenter')
  })

  test('R2.06 R5.11 the starter segmenter beats a picture of nothing but background by far', async () => {
    const { model, training } = result
    expect(model.metrics.mIoU).toBeGreaterThan(0.5)
    expect(model.metrics.mIoUWithBackground).toBeGreaterThan(0.6)
    expect(model.metrics.pixelAccuracy).toBeGreaterThan(0.85)
    expect(model).toMatchObject({
      labelType: 'semantic-segmentation',
      predictionKind: 'mask',
      labels: [...figureLabels],
    })
    expect(model.metrics).toMatchObject({ top1: null, mAP50: null })
    const { columns, rows } = await metricsOf(training)
    expect(columns).toEqual(
      expect.arrayContaining(['train/loss', 'val/loss', 'metrics/mIoU', 'metrics/mIoU_with_background']),
    )
    expect(rows).toHaveLength(epochs)
    const confusion = await readFile(join(training.outputPath, 'figures/confusion.svg'), 'utf8')
    expect(confusion.match(/IoU \d\.\d{3}/g)).toHaveLength(4)
  })

  test('R2.23 an inference says the pixels of each label, which do not overlap; server and program measure the same', () => {
    const { model, lines, report, figures, reported } = result
    expect(lines).toHaveLength(images)
    expect(report).toMatchObject({ modelId: model.id, images, measured: images })
    expect(figures.mIoU).toBeGreaterThan(0.5)
    for (const key of ['mIoU', 'mIoUWithBackground', 'pixelAccuracy'] as const)
      expect(figures[key]).toBeCloseTo(reported[key]!, 9)
    expect(lines.filter(({ predictions }) => predictions.length > 0).length).toBeGreaterThan(images * 0.9)
    for (const { predictions, width, height } of lines) {
      const used = new Uint8Array(width * height)
      for (const one of predictions) {
        if (!('mask' in one)) throw new Error(`a segmenter found a ${one.kind}`)
        const { x, y, width: across, counts } = one.mask
        let at = 0
        for (const [index, count] of counts.entries()) {
          for (const end = at + count; at < end; at += 1) {
            if (index % 2 === 1) used[(y + Math.floor(at / across)) * width + x + (at % across)]! += 1
          }
        }
      }
      expect(Math.max(...used)).toBeLessThanOrEqual(1)
    }
  })
})
