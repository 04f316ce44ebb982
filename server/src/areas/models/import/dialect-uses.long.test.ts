import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { Dataset } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import type { Shape } from '@vermilion/contract/labels/index'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { modelEndpoints } from '@vermilion/contract/models'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { itemsOf, makeRedDataset, quarters, save, side, untilRun } from '../../datasets/testing/red-dataset.ts'
import {
  binarySegmenter,
  classMap,
  manyLabels,
  rtDetr,
  torchvisionClassifier,
  torchvisionDetector,
  torchvisionSegmenter,
  transformersDetr,
  ultralyticsClassifier,
  ultralyticsDetr,
  ultralyticsSegmenter,
} from '../testing/dialect-models.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { colourClassifier, colourSegmenter, foreignDetector, redDetector } from '../testing/onnx.ts'
import { waitForEnd } from '../testing/sample.ts'

const { addModel, listInferenceResults, startInference, tryModelFile } = modelEndpoints
const { getEvaluation } = evaluationEndpoints

const reds = [1, 0.6, 0, 0.9]
const labels = ['red', 'green', 'blue']
const [least, half] = [0.5, side / 2]

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
const datasets = new Map<LabelType, Dataset>()

const ring = [0, 0, half, 0, half, half, 0, half]
const truths = {
  'target-detection': (labelId: string) => ({ kind: 'box', box: { x: 0, y: 0, width: half, height: half }, labelId }),
  'semantic-segmentation': (labelId: string) => ({ kind: 'polygon', polygon: { rings: [ring] }, labelId }),
  'picture-classification': (labelId: string) => ({ kind: 'class', labelId }),
} as const

beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
  for (const labelType of ['target-detection', 'semantic-segmentation', 'picture-classification'] as const) {
    const pictures = { 'a.png': reds, 'same.png': reds }
    const dataset = await makeRedDataset(server, { name: labelType, pictures, labels, labelType })
    const labelId = dataset.labels[0]!.id
    const id = labelType === 'picture-classification' ? `class:${labelId}` : 'truth'
    const drawn = { id, source: 'manual', ...truths[labelType](labelId) } as Shape
    await save(server, (await itemsOf(server, dataset.id)).get('a.png')!, [drawn], true)
    datasets.set(labelType, dataset)
  }
})
afterAll(() => server.stop())

const rounded = (predictions: readonly ModelPrediction[]): unknown =>
  JSON.parse(
    JSON.stringify(
      predictions.filter(({ score }) => score >= least),
      (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value),
    ),
  )

test.each([
  ['vermilion, boxes', redDetector(), 'target-detection', false],
  ['vermilion, classes', colourClassifier(), 'picture-classification', false],
  ['vermilion, regions', colourSegmenter(), 'semantic-segmentation', false],
  ['Ultralytics v8', foreignDetector('v8'), 'target-detection', false],
  ['Ultralytics v5', foreignDetector('v5'), 'target-detection', false],
  ['Ultralytics end to end', foreignDetector('end-to-end'), 'target-detection', false],
  ['Ultralytics RT-DETR', ultralyticsDetr(), 'target-detection', true],
  ['Ultralytics v8 with masks', ultralyticsSegmenter('v8'), 'semantic-segmentation', false],
  ['Ultralytics v5 with masks', ultralyticsSegmenter('v5'), 'semantic-segmentation', false],
  ['Ultralytics end to end with masks', ultralyticsSegmenter('end-to-end'), 'semantic-segmentation', false],
  ['Ultralytics classes', ultralyticsClassifier(), 'picture-classification', false],
  ['torchvision boxes', torchvisionDetector(false), 'target-detection', true],
  ['torchvision instances', torchvisionDetector(true), 'semantic-segmentation', true],
  ['torchvision regions', torchvisionSegmenter(), 'semantic-segmentation', ['green', 'blue']],
  ['torchvision classes', torchvisionClassifier(), 'picture-classification', labels],
  ['RT-DETR', rtDetr(), 'target-detection', true],
  ['RT-DETR as transformers exports it', transformersDetr(), 'target-detection', true],
  ['classes of no known maker', manyLabels(), 'picture-classification', labels],
  ['a map of classes', classMap(), 'semantic-segmentation', false],
  ['one class of regions', binarySegmenter(), 'semantic-segmentation', true],
] as const)(
  'R2.33 R3.12 R2.23 R3.04 %s: inference, evaluation and auto-label say what the trial says',
  async (name, content, labelType, names) => {
    const fileId = await files.fileWith(content)
    const typed = names === false ? {} : { labels: names === true ? ['red'] : [...names] }
    const model = await server.call(addModel, { body: { fileId, name, ...typed } })
    const { id: datasetId, labels: datasetLabels } = datasets.get(labelType)!
    const picture = (await quarters(reds)).toString('base64')
    const tried = await server.call(tryModelFile, { body: { fileId, ...typed, picture } })
    expect(tried.predictions.length).toBeGreaterThan(0)

    const source = { kind: 'dataset', datasetId } as const
    const body = { name: 'look', source, confidence: least }
    const { id: taskId } = await server.call(startInference, { params: { modelId: model.id }, body })
    expect(await waitForEnd(server, taskId)).toMatchObject({ status: 'success', failure: null })
    await server.platform.jobs.settled()
    const { items } = await server.call(listInferenceResults, { params: { taskId }, query: {} })
    expect(items.map(({ path }) => path)).toEqual(['a.png', 'same.png'])
    expect(rounded(items[0]!.predictions)).toEqual(rounded(tried.predictions))
    const evaluation = await server.call(getEvaluation, { params: { taskId } })
    expect(evaluation).toMatchObject({ status: 'success', error: null, images: 2, measured: 1 })

    const { id: itemId } = (await itemsOf(server, datasetId)).get('same.png')!
    const order = { labeller: `model:${model.id}`, prompt: 'red quarters' }
    const preview = await server.call(autoLabelEndpoints.previewAutoLabel, {
      params: { datasetId },
      body: { ...order, itemId },
    })
    const labelOf = new Map(datasetLabels.map(({ id, name: label }) => [id, label]))
    const sure = preview.shapes.filter((shape) => 'score' in shape && (shape.score ?? 0) >= least)
    expect(sure.map(({ labelId }) => labelOf.get(labelId)).toSorted()).toEqual(
      tried.predictions
        .filter(({ score }) => score >= least)
        .map(({ label }) => label)
        .toSorted(),
    )
    const run = await server.call(autoLabelEndpoints.startAutoLabel, { params: { datasetId }, body: order })
    expect(await untilRun(server, run.id)).toMatchObject({ status: 'success', failed: 0 })
    await server.call(autoLabelEndpoints.undoAutoLabel, { params: { runId: run.id } })
    await untilRun(server, run.id, ({ undoneAt }) => undoneAt !== null)
  },
)
