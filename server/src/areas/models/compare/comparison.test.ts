import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { Shape } from '@vermilion/contract/labels/index'
import { maskOf } from '@vermilion/contract/labels/mask'
import { wholeImage } from '@vermilion/contract/labels/whole-image'
import { modelEndpoints } from '@vermilion/contract/models'
import { comparisonEndpoints, type ModelComparison } from '@vermilion/contract/models/comparisons'
import type { ModelCreate } from '@vermilion/contract/models/model-files'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { itemsOf, makeRedDataset, save, side, untilRun } from '../../datasets/testing/red-dataset.ts'
import * as dialects from '../testing/dialect-models.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { colourClassifier, colourSegmenter, foreignDetector, redDetector } from '../testing/onnx.ts'
import { waitForEnd } from '../testing/sample.ts'

const { compareModels, contrastedImages } = comparisonEndpoints
const { startInference, addModel, deleteModel } = modelEndpoints

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

type Brought = [name: string, content: Buffer, more?: Partial<ModelCreate>]

const brought: Readonly<Record<LabelType, readonly Brought[]>> = {
  'target-detection': [
    ['own', redDetector()],
    ['v8', foreignDetector('v8')],
    ['v5', foreignDetector('v5')],
    ['end-to-end', foreignDetector('end-to-end')],
    ['torchvision', dialects.torchvisionDetector(false), { labels: ['red'] }],
    ['rt-detr', dialects.rtDetr()],
    ['transformers', dialects.transformersDetr(), { labels: ['red'] }],
    ['ultralytics-detr', dialects.ultralyticsDetr()],
  ],
  'picture-classification': [
    ['own', colourClassifier()],
    ['ultralytics', dialects.ultralyticsClassifier()],
    ['torchvision', dialects.torchvisionClassifier(), { labels: ['red', 'green', 'blue'] }],
    ['many', dialects.manyLabels()],
  ],
  'semantic-segmentation': [
    ['own', colourSegmenter()],
    ['v8', dialects.ultralyticsSegmenter('v8')],
    ['v5', dialects.ultralyticsSegmenter('v5')],
    ['end-to-end', dialects.ultralyticsSegmenter('end-to-end')],
    ['instances', dialects.torchvisionDetector(true), { labels: ['red'] }],
    ['torchvision', dialects.torchvisionSegmenter(), { labels: ['other', 'dark'] }],
    ['class-map', dialects.classMap(), { labels: ['background', 'other', 'dark'] }],
    ['binary', dialects.binarySegmenter(), { labels: ['red'] }],
  ],
}

const pictures = {
  'a.png': [1, 0.8, 0, 0.9],
  'b.png': [0.9, 0, 0, 0],
  'c.png': [0, 0.7, 0, 1],
  'z.png': [1, 1, 0, 0],
}
const half = side / 2
const quarterOf = (quarter: number) => ({
  x: (quarter % 2) * half,
  y: quarter < 2 ? 0 : half,
  width: half,
  height: half,
})
const filled = new Uint8Array(half * half).fill(1)

function truthOf(reds: readonly number[], labelType: LabelType, ids: ReadonlyMap<string, string>): Shape[] {
  const red = ids.get('red')!
  if (labelType === 'picture-classification') return [wholeImage(red)]
  return reds.flatMap((amount, quarter): Shape[] => {
    const about = { id: `s${quarter}`, source: 'manual' as const, labelId: amount > 0 ? red : (ids.get('dark') ?? '') }
    const box = quarterOf(quarter)
    if (labelType === 'semantic-segmentation') return [{ ...about, kind: 'mask', mask: maskOf(filled, box)! }]
    return amount > 0 ? [{ ...about, kind: 'box', box }] : []
  })
}

interface Stage {
  dataset: Dataset
  versionId: string
  models: Map<string, string>
}

async function prepare(labelType: LabelType): Promise<Stage> {
  const labels = labelType === 'picture-classification' ? ['red', 'green', 'blue'] : ['red', 'dark']
  const dataset = await makeRedDataset(server, { name: labelType, pictures, labels, labelType })
  const ids = new Map(dataset.labels.map(({ name, id }) => [name, id]))
  for (const [path, item] of await itemsOf(server, dataset.id)) {
    if (path !== 'z.png') await save(server, item, truthOf(pictures[path as 'a.png'], labelType, ids), true)
  }
  const params = { datasetId: dataset.id }
  const { id: versionId } = await server.call(datasetEndpoints.createVersion, { params, body: { name: 'first' } })
  await server.platform.jobs.settled()
  const models = new Map<string, string>()
  for (const [name, content, more] of brought[labelType]) models.set(name, await bring(name, content, more))
  return { dataset, versionId, models }
}

async function bring(name: string, content: Buffer, more: Partial<ModelCreate> = {}): Promise<string> {
  const fileId = await files.fileWith(content)
  return (await server.call(addModel, { body: { fileId, name, ...more } })).id
}

async function run({ dataset, versionId }: Stage, modelId: string) {
  const source = { kind: 'dataset', datasetId: dataset.id, versionId } as const
  return server.call(startInference, { params: { modelId }, body: { name: 'look', source } })
}

const queryOf = ({ dataset, versionId }: Stage, models: readonly string[]) => {
  return { dataset: dataset.id, version: versionId, models: models.join(',') }
}

async function compared(query: ReturnType<typeof queryOf>): Promise<ModelComparison & { result: object }> {
  for (;;) {
    const comparison = await server.call(compareModels, { query })
    if (comparison.result !== null) return comparison as ModelComparison & { result: object }
    await delay(30)
  }
}

const stages = new Map<LabelType, Stage>()

test.each([
  ['target-detection', 'mAP50', 0.6],
  ['picture-classification', 'meanPrecision', 0.99],
  ['semantic-segmentation', 'mIoU', 0.2],
] as const)(
  'R2.33 R2.23 R3.12 inference, evaluation and auto-label run with every dialect (%s)',
  async (labelType, figure, least) => {
    const stage = await prepare(labelType)
    stages.set(labelType, stage)
    const tasks = await Promise.all([...stage.models.values()].map((modelId) => run(stage, modelId)))
    for (const { id } of tasks)
      expect(await waitForEnd(server, id)).toMatchObject({ status: 'success', statusReason: '' })
    await server.platform.jobs.settled()
    for (const [at, [name, modelId]] of [...stage.models].entries()) {
      const params = { taskId: tasks[at]!.id }
      const evaluation = await server.call(evaluationEndpoints.getEvaluation, { params })
      expect([name, evaluation]).toMatchObject([name, { status: 'success', error: null, images: 4, measured: 3 }])
      expect([name, evaluation.figures[figure]]).toEqual([name, expect.toSatisfy((value) => value > least)])
      const order = { labeller: `model:${modelId}`, prompt: 'red', threshold: 0.1 }
      const started = await server.call(autoLabelEndpoints.startAutoLabel, {
        params: { datasetId: stage.dataset.id },
        body: order,
      })
      expect([name, await untilRun(server, started.id)]).toMatchObject([
        name,
        { status: 'success', done: 1, suggested: 1, failed: 0 },
      ])
    }
  },
)

test.each(['target-detection', 'picture-classification', 'semantic-segmentation'] as const)(
  'R2.33 models are compared on one version, and figures are those of their reports (%s)',
  async (labelType) => {
    const stage = stages.get(labelType)!
    const ids = [...stage.models.values()].slice(0, 4)
    const { models, result, images } = await compared(queryOf(stage, ids))
    expect(images).toBe(4)
    expect(models.map(({ modelId, run: one }) => [modelId, one?.state])).toEqual(ids.map((id) => [id, 'ready']))
    expect(result).toMatchObject({ labelType, images: 4, labeled: 3, draws: 1_000 })
    for (const [at, { run: one }] of models.entries()) {
      const report = await server.call(evaluationEndpoints.getEvaluation, { params: { taskId: one!.taskId } })
      const figures = Object.entries(result.figures[at]!)
      expect(figures.length).toBeGreaterThan(2)
      for (const [name, { value, interval, difference }] of figures) {
        expect(value).toBe(report.figures[name as 'f1'])
        expect(difference === null).toBe(at === 0 || value === null)
        if (value !== null && interval !== null) {
          expect(interval.low).toBeLessThanOrEqual(value + 1e-9)
          expect(interval.high).toBeGreaterThanOrEqual(value - 1e-9)
        }
      }
      for (const { labelIndex, figures: own } of report.classes) {
        const match = result.classes.find(({ label }) => label === report.labels[labelIndex])
        expect(match?.figures[at]).toEqual(own)
      }
    }
    expect((await server.call(compareModels, { query: queryOf(stage, ids) })).result).toEqual(result)
  },
)

test('R2.33 a model that sees nothing is told as significantly worse, and images where models differ come first', async () => {
  const stage = stages.get('target-detection')!
  const first = stage.models.get('v8')!
  const fileId = await files.fileWith(foreignDetector('v8'))
  const { input } = (await server.call(modelEndpoints.inspectModelFile, { body: { fileId } })) as { input: object }
  const blind = await bring('blind', foreignDetector('v8'), { input: { ...input, channels: 'bgr' } as never })
  const query = queryOf(stage, [first, blind])
  const missing = await server.call(compareModels, { query })
  expect(missing).toMatchObject({ progress: null, result: null, models: [{ run: { state: 'ready' } }, { run: null }] })
  await expect(server.call(contrastedImages, { query })).rejects.toMatchObject({ reason: 'comparison.not-ready' })
  const task = await run(stage, blind)
  await waitForEnd(server, task.id)
  await server.platform.jobs.settled()

  const { result } = await compared(query)
  expect(result.figures[1]!.mAP50).toMatchObject({
    value: 0,
    difference: { value: -1, interval: { low: -1, high: -1 } },
  })
  expect(result.classes.find(({ label }) => label === 'red')!.main[1]!.difference!.interval!.high).toBeLessThan(0)
  expect(result.different).toBe(4)
  const page = await server.call(contrastedImages, { query: { ...query, limit: 3 } })
  expect(page).toMatchObject({ total: 4, from: 1, nextCursor: '3' })
  const [most] = page.items
  expect(most).toMatchObject({ path: 'a.png', truth: [{}, {}, {}] })
  expect(most!.results[0]).toMatchObject({ predictions: [{}, {}, {}], verdict: { right: 3, missed: 0 } })
  expect(most!.results[1]).toMatchObject({ predictions: [], verdict: { right: 0, missed: 3 } })
  const differences = page.items.map(({ difference }) => difference)
  expect(differences).toEqual(differences.toSorted((a, b) => b - a))
  const ofLabel = async (label: string) => (await server.call(contrastedImages, { query: { ...query, label } })).total
  expect([await ofLabel('red'), await ofLabel('dark')]).toEqual([4, 0])
})

test('R2.33 R5.01 a model is taken away with its card: figures, lineage, and its best and worst pictures', async () => {
  const modelId = stages.get('target-detection')!.models.get('v8')!
  const body = { notes: 'Finds red on the line. Licence: CC-BY-4.0', tags: ['yard'] }
  await server.call(modelEndpoints.updateModel, { params: { modelId }, body })
  const response = await server.fetch(`/models/${modelId}/archive`)
  expect(response.headers.get('content-disposition')).toContain('v8-v1.zip')
  const archive = Buffer.from(await response.arrayBuffer()).toString('latin1')
  for (const part of [
    '---\nlibrary_name: onnx\npipeline_tag: object-detection\ntags:\n- "yard"\nmodel-index:',
    'type: mAP50\n      value: 1\n',
    '# v8 v1\n\nFinds red on the line. Licence: CC-BY-4.0',
    '| red | 6 |',
    '![best: ',
    'examples/worst-1.svg',
    'data:image/',
    'model.onnx',
  ])
    expect(archive).toContain(part)
  expect((await server.fetch('/models/none/archive')).status).toBe(404)
})

test('R2.33 what cannot be compared says why', async () => {
  const stage = stages.get('target-detection')!
  const [one = '', other = ''] = [...stage.models.values()]
  const classifier = stages.get('picture-classification')!.models.get('own')!
  const refused = (query: ReturnType<typeof queryOf>, reason: string) =>
    expect(server.call(compareModels, { query })).rejects.toMatchObject({ reason })
  await refused(queryOf(stage, [one, classifier]), 'comparison.other-kinds')
  await refused(queryOf(stage, [one]), 'request.invalid')
  await refused(queryOf(stage, [one, one]), 'request.invalid')
  await refused(queryOf(stage, [one, 'nobody']), 'model.not-found')
  const elsewhere = { ...queryOf(stage, [one, other]), dataset: stages.get('semantic-segmentation')!.dataset.id }
  await refused(elsewhere, 'version.not-found')
  const { models } = await server.call(compareModels, { query: queryOf(stage, [one, other]) })
  await server.call(taskEndpoints.deleteTask, { params: { taskId: models[1]!.run!.taskId } })
  const now = await server.call(compareModels, { query: queryOf(stage, [one, other]) })
  expect(now).toMatchObject({ result: null, models: [{ run: { state: 'ready' } }, { run: null }] })
  await server.call(deleteModel, { params: { modelId: other } })
  await refused(queryOf(stage, [one, other]), 'model.not-found')
})
