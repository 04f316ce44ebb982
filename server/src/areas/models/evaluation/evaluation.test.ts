import { fileURLToPath } from 'node:url'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetItemEndpoints } from '@vermilion/contract/datasets/items'
import { maxLabels } from '@vermilion/contract/labels/dataset-labels'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { averagePrecision } from '@vermilion/contract/evaluation/testing/coco-definition'
import { background, type EvaluatedImage, evaluationEndpoints } from '@vermilion/contract/evaluations'
import { type InferenceCreate, modelEndpoints } from '@vermilion/contract/models'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtinImages } from '#areas/tasks'
import { processorTimeOf } from '../../../testing/processor-time.ts'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { addModel } from '../testing/add-model.ts'
import { modelFile } from '../testing/onnx.ts'
import { waitForEnd, makeDataset } from '../testing/sample.ts'
import { createEvaluationStore } from './evaluation-store.ts'
import { createEvaluatedImageStore } from './image-store.ts'

const { getEvaluation, evaluateInference, evaluationCurves, evaluationConfusion, listEvaluatedImages } =
  evaluationEndpoints
const { suggestShapes, getSuggestions } = evaluationEndpoints
const program = fileURLToPath(new URL('../testing/program.ts', import.meta.url))
const [images, limit] = [40, 500]
let server: TestServer
let dataset: Dataset
let [params, modelId, labels] = [{ taskId: '' }, '', [] as string[]]
const imageName = 'vermilion/onnx-inference'
const inference = builtinImages[imageName]!
const finder: typeof inference = {
  ...inference,
  command: ({ dataFolder, outputFolder }) => [process.execPath, program, `${dataFolder}/images.json`, outputFolder],
}

beforeAll(async () => {
  server = await startTestServer({ tasks: { images: { ...builtinImages, [imageName]: finder } } })
  dataset = await makeDataset(server, images)
  labels = dataset.labels.map(({ name }) => name).toSorted()
  ;({ id: modelId } = await addModel(server, 'finder', modelFile({ labels })))
  params = { taskId: await infer({ kind: 'dataset', datasetId: dataset.id }) }
})
afterAll(() => server.stop())

async function infer(source: InferenceCreate['source']) {
  const body = { name: 'look', source, confidence: 0.25 }
  const task = await server.call(modelEndpoints.startInference, { params: { modelId }, body })
  expect((await waitForEnd(server, task.id)).statusReason).toBe('')
  await server.platform.jobs.settled()
  return task.id
}

type Suggested = Parameters<typeof server.call<typeof suggestShapes>>[1]['body']
type Query = Parameters<typeof server.call<typeof listEvaluatedImages>>[1]['query']
const page = (query: Query) => server.call(listEvaluatedImages, { params, query: { limit, ...query } })

test('R2.23 an inference is evaluated when it ends, and its figures equal a second implementation to 1e-6', async () => {
  const evaluation = await server.call(getEvaluation, { params })
  expect(evaluation).toMatchObject({
    status: 'success',
    error: null,
    labels,
    images,
    measured: images,
    confidence: 0.25,
  })
  const { headline } = await server.call(taskEndpoints.getTask, { params })
  expect(headline).toMatchObject({ metric: 'mAP50', best: { value: evaluation.figures.mAP50 }, curve: [] })
  const parts = evaluation.parts.map(({ part }) => part).filter((part) => part !== 'unknown')
  expect(headline?.part).toBe(parts[0])
  const { items } = await page({ sort: 'path' })
  const plain = items.map(({ truth, predictions }) => ({
    truth: (truth ?? []).flatMap((shape) =>
      'box' in shape ? [{ labelIndex: labels.indexOf(shape.label), box: shape.box }] : [],
    ),
    predictions: predictions.flatMap((one) => ('box' in one ? [one] : [])),
  }))
  for (const { labelIndex, figures } of evaluation.classes) {
    const requested = averagePrecision(readAll(plain), labelIndex)
    expect(Math.abs(figures.mAP50! - requested!.mAP50)).toBeLessThan(1e-6)
    expect(Math.abs(figures.mAP50to95! - requested!.mAP50to95)).toBeLessThan(1e-6)
    expect(figures.mAP50to95).toBeLessThan(figures.mAP50!)
  }
  expect(evaluation.counts.right + evaluation.counts.missed + evaluation.counts.wrong).toBe(evaluation.instances)
})

/** The second implementation requires integer pixels; these boxes have eighths. */
function readAll<Image extends { truth: { box: Box }[]; predictions: { box: Box }[] }>(all: Image[]): Image[] {
  return all.map((image) => ({ ...image, truth: image.truth.map(scaled), predictions: image.predictions.map(scaled) }))
}
type Box = { x: number; y: number; width: number; height: number }
const scaled = <Thing extends { box: Box }>(thing: Thing): Thing => {
  const { x, y, width, height } = thing.box
  const times = (value: number) => Math.round(value * 8)
  return { ...thing, box: { x: times(x), y: times(y), width: times(width), height: times(height) } }
}

test('R2.23 a model is used at the threshold of its best F1 once that is known, and at the usual one before', async () => {
  const { bestConfidence } = await server.call(getEvaluation, { params })
  const thresholdOf = (id: string) => server.call(servingEndpoints.recommendedThreshold, { params: { modelId: id } })
  const recommended = { source: 'evaluation', images: { name: 'floors', part: 'unknown' } }
  expect(await thresholdOf(modelId)).toEqual({ confidence: bestConfidence, ...recommended })
  const other = await addModel(server, 'never evaluated', modelFile({ labels }))
  expect(await thresholdOf(other.id)).toEqual({ confidence: 0.25, source: 'usual' })
})

test('R2.23 images come worst first, page by page, and are found by what is wrong with them', async () => {
  const all: EvaluatedImage[] = []
  for (let cursor: string | undefined; ;) {
    const match = await page({ limit: 7, cursor })
    expect(match).toMatchObject({ total: images, from: all.length + 1 })
    all.push(...match.items)
    if (match.nextCursor === null) break
    cursor = match.nextCursor
  }
  expect(new Set(all.map(({ number }) => number)).size).toBe(images)
  const severity = all.map(({ verdict }) => verdict!.badness)
  expect(severity).toEqual(severity.toSorted((a, b) => b - a))
  const having = (fits: (verdict: NonNullable<EvaluatedImage['verdict']>) => boolean) =>
    all.filter(({ verdict }) => verdict !== null && fits(verdict)).length
  for (const mistake of ['missed', 'wrong', 'extra'] as const) {
    expect((await page({ mistake })).total).toBe(having((verdict) => verdict[mistake] > 0))
    expect(having((verdict) => verdict[mistake] > 0)).toBeGreaterThan(0)
  }
  expect((await page({ mistake: 'none' })).total).toBe(having((verdict) => verdict.badness === 0))
  expect((await page({ search: all[0]!.path })).items.map(({ number }) => number)).toContain(all[0]!.number)
})

test('R2.23 every cell of the confusion matrix leads to its images, and adds up to the counts', async () => {
  const { cells } = await server.call(evaluationConfusion, { params, query: {} })
  const { counts } = await server.call(getEvaluation, { params })
  const sum = (fits: (cell: (typeof cells)[number]) => boolean) =>
    cells.filter(fits).reduce((total, { count }) => total + count, 0)
  expect(sum(({ found, real }) => found === real)).toBe(counts.right)
  expect(sum(({ found }) => found === -1)).toBe(counts.missed)
  expect(sum(({ real }) => real === -1)).toBe(counts.extra)
  for (const { found, real, images: requested } of cells) expect((await page({ found, real })).total).toBe(requested)
  const [missed] = cells.filter(({ found }) => found === -1)
  expect((await page({ label: missed!.real, mistake: 'missed' })).total).toBe(missed!.images)
})

test('R2.23 the images of a label among thousands are found at once', async () => {
  const store = createEvaluatedImageStore(server.platform.database)
  const [many, atOnce] = [6_000, 500]
  for (let from = 0; from < many; from += atOnce) {
    const batch = Array.from({ length: atOnce }, (_, index) => {
      const number = from + index
      const cells = [
        { found: 0, real: number % 3, count: 1 },
        { found: background, real: 4, count: 1 },
      ]
      return {
        number,
        path: `${number}.jpg`,
        part: 'unknown' as const,
        verdict: { right: 1, missed: 1, wrong: 0, extra: 0, badness: 1, cells },
      }
    })
    await server.platform.database.transaction(() => store.add('many', 1, batch))
  }
  const firstPage = () => store.page('many', 1, { limit: 5, sort: '-badness', filter: { label: 2 } })
  expect(await processorTimeOf(firstPage)).toBeLessThan(1_000)
  const matchingPage = await firstPage()
  expect([matchingPage.total, matchingPage.items.map(({ number }) => number)]).toEqual([2_000, [2, 5, 8, 11, 14]])
  expect(await store.numbers('many', 1, { found: 0, real: 1 }, 4, 2)).toEqual([7, 10])
})

test('R2.23 curves go over all confidences, precision and recall and F1 of each label and of all', async () => {
  const { steps, overall, classes } = await server.call(evaluationCurves, { params, query: {} })
  expect(steps).toHaveLength(101)
  expect(classes.length).toBe(labels.length)
  for (const { precision, recall, f1, precisionByRecall } of [overall!, ...classes]) {
    expect(recall).toEqual(recall.toSorted((a, b) => b - a))
    expect([precision.length, f1.length, precisionByRecall.length]).toEqual([101, 101, 101])
  }
})

test('R2.23 another confidence counts other mistakes and leaves the average precision as it is', async () => {
  const previous = await server.call(getEvaluation, { params })
  await server.call(evaluateInference, { params, body: { confidence: 0.8 } })
  await server.platform.jobs.settled()
  const after = await server.call(getEvaluation, { params })
  const { mAP50, mAP50to95 } = previous.figures
  expect(after).toMatchObject({ status: 'success', confidence: 0.8, figures: { mAP50, mAP50to95 } })
  expect(after.counts.missed).toBeGreaterThan(previous.counts.missed)
  expect((await page({})).total).toBe(images)
  await server.call(evaluateInference, { params, body: {} }).then(() => server.platform.jobs.settled())
  expect((await server.call(getEvaluation, { params })).counts).toEqual(previous.counts)
})

test('R2.23 of many wishes at once the last one stands, and not all before it are worked through', async () => {
  const round = async () => (await createEvaluationStore(server.platform.database).find(params.taskId))?.round ?? 0
  const previous = await round()
  const request = (confidence: number) => server.call(evaluateInference, { params, body: { confidence } })
  await Promise.all(Array.from({ length: 20 }, () => request(0.7)))
  await request(0.25).then(() => server.platform.jobs.settled())
  expect((await round()) - previous).toBeLessThan(20)
  expect(await server.call(getEvaluation, { params })).toMatchObject({ status: 'success', confidence: 0.25 })
  expect((await page({})).total).toBe(images)
})

test('R2.23 the report is taken away as JSON, CSV and COCO', async () => {
  const read = async (kind: string) => (await server.fetch(`/inferences/${params.taskId}/export?kind=${kind}`)).text()
  const report = JSON.parse(await read('json')) as { evaluation: unknown }
  expect(report.evaluation).toEqual(await server.call(getEvaluation, { params }))
  const rows = (await read('csv')).trim().split('\n')
  expect(rows).toHaveLength(images + 1)
  expect(rows[0]).toBe('number,path,width,height,milliseconds,found,right,missed,wrong,extra,badness,part')
  const coco = JSON.parse(await read('coco')) as Record<
    'images' | 'annotations' | 'categories',
    { id?: number; score?: number }[]
  >
  expect([coco.images.length, coco.categories.length]).toEqual([images, labels.length])
  const count = (await page({})).items.reduce((sum, { predictions }) => sum + predictions.length, 0)
  expect(coco.annotations.filter(({ score }) => score !== undefined)).toHaveLength(count)
  // A list without ids per entry, as COCO.loadRes expects.
  const results = JSON.parse(await read('coco-results')) as object[]
  expect(results).toEqual(coco.annotations.map(({ id: _id, ...result }) => result))
})

async function datasetWith(name: string, fileId: string, labels: { name: string }[] = []) {
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const made = await server.call(datasetEndpoints.createDataset, {
    body: { ...kind, name, labels, spaceId: dataset.spaceId, selection: { fileIds: [fileId] } },
  })
  await server.platform.jobs.settled()
  return made
}

async function suggest(datasetId: string, selection: Suggested['selection']) {
  const { id } = await server.call(suggestShapes, { params, body: { datasetId, selection, confidence: 0.3 } })
  await server.platform.jobs.settled()
  return server.call(getSuggestions, { params: { ...params, suggestionsId: id } })
}

test('R2.23 images are taken into a dataset with what was found as suggestions, and labels that are there stay', async () => {
  const other = await datasetWith('second look', (await page({})).items[0]!.fileId)
  const mistaken = { filter: { mistake: 'any' } } as const
  const { total } = await page(mistaken.filter)
  const done = await suggest(other.id, mistaken)
  expect(done).toMatchObject({ status: 'success', images: total, added: total - 1, kept: 0 })
  expect(done.suggested).toBeGreaterThan(0)
  const [of, query] = [{ datasetId: other.id }, { minimumLabels: 1 }]
  const [item] = (await server.call(datasetItemEndpoints.listItems, { params: of, query })).items
  expect(item).toMatchObject({ status: 'to-label', annotator: null })
  const { shapes } = await server.call(annotationEndpoints.getAnnotation, { params: { itemId: item!.id } })
  expect(shapes.every(({ source, score }) => source === 'model' && score !== undefined && score >= 0.3)).toBe(true)
  const now = await server.call(datasetEndpoints.getDataset, { params: of })
  expect(now).toMatchObject({ labeledCount: 0, annotationCount: done.shapes })
  expect(now.labels.every(({ name }) => labels.includes(name))).toBe(true)
  expect(await suggest(other.id, mistaken)).toMatchObject({ added: 0, suggested: 0, kept: done.suggested })
  expect(await suggest(dataset.id, { filter: {} })).toMatchObject({ images, added: 0, suggested: 0, kept: images })
})

test('R2.23 suggestions make labels only for images that get them, and no more than a dataset has', async () => {
  const { fileId, number } = (await page({})).items.find(({ predictions }) => predictions.length > 0)!
  const labeled = await datasetWith('labeled', fileId)
  const of = { datasetId: labeled.id }
  const [item] = (await server.call(datasetItemEndpoints.listItems, { params: of, query: {} })).items
  const nothing = { baseRevision: 0, shapes: [], complete: true }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: item!.id }, body: nothing })
  expect(await suggest(labeled.id, { numbers: [number] })).toMatchObject({ status: 'success', kept: 1 })
  expect((await server.call(datasetEndpoints.getDataset, { params: of })).labels).toEqual([])
  const many = Array.from({ length: maxLabels }, (_, index) => ({ name: `label ${index}` }))
  const refused = await suggest((await datasetWith('full', fileId, many)).id, { numbers: [number] })
  expect(refused).toMatchObject({ status: 'failed', suggested: 0, error: 'too-many-labels' })
})

test('R2.23 a model runs on a version of a dataset, as it was labeled then', async () => {
  const of = { datasetId: dataset.id }
  const version = await server.call(datasetEndpoints.createVersion, { params: of, body: { name: 'first' } })
  await server.platform.jobs.settled()
  const { items } = await server.call(datasetItemEndpoints.listItems, { params: of, query: { limit: 1 } })
  const { shapes, revision } = await server.call(annotationEndpoints.getAnnotation, {
    params: { itemId: items[0]!.id },
  })
  expect(shapes.length).toBeGreaterThan(0)
  const emptied = { params: { itemId: items[0]!.id }, body: { baseRevision: revision, shapes: [] } }
  await server.call(annotationEndpoints.saveAnnotation, emptied)
  const taskId = await infer({ kind: 'dataset', ...of, versionId: version.id })
  const previous = await server.call(getEvaluation, { params })
  expect(await server.call(getEvaluation, { params: { taskId } })).toMatchObject({ instances: previous.instances })
})

test('R2.23 images without labels have results and no verdict; what is no inference has no evaluation', async () => {
  const taskId = await infer({ kind: 'space', spaceId: dataset.spaceId })
  const evaluation = await server.call(getEvaluation, { params: { taskId } })
  expect(evaluation).toMatchObject({ status: 'success', images, measured: 0, figures: { mAP50: null } })
  const { items } = await server.call(listEvaluatedImages, { params: { taskId }, query: {} })
  expect(items.every(({ verdict, truth }) => verdict === null && truth === null)).toBe(true)
  expect(await reasonOf(server.call(getEvaluation, { params: { taskId: 'none' } }))).toBe('task.not-found')
  await server.call(taskEndpoints.deleteTask, { params: { taskId } })
  await server.platform.jobs.settled()
  const query = server.platform.database.reader<{ evaluatedImages: { taskId: string } }>()
  expect(await query.selectFrom('evaluatedImages').selectAll().where('taskId', '=', taskId).execute()).toEqual([])
})
