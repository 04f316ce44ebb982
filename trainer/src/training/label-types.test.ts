import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import { expect, test } from 'vitest'
import type { ClassificationReport } from '../classifier/reader.ts'
import { parseInferenceOptions } from '../inference/options.ts'
import { readModelMetadata } from '../inference/reader.ts'
import { runInference, type InferenceReport } from '../inference/run-inference.ts'
import type { SegmentationReport } from '../segmenter/reader.ts'
import { runTraining } from '../tasks.ts'
import { writeFigureFolder, figureLabels } from '../testing/labeled-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { parseTrainingOptions } from './options.ts'

const small = ['--input-size', '64', '--batch', '8', '--learning-rate', '0.005']
const quiet = { log: () => {}, signal: new AbortController().signal }

async function train(
  task: string,
  data: string,
  output: string,
  epochs: number,
  stopAfter = Infinity,
  more: string[] = [],
) {
  const stop = new AbortController()
  let saidEpochs = 0
  const log = (line: string) => {
    if (line.startsWith('epoch')) saidEpochs += 1
    if (saidEpochs >= stopAfter) stop.abort()
  }
  const programArguments = ['--task', task, '--data', data, '--output', output, '--epochs', String(epochs)]
  return runTraining(parseTrainingOptions([...programArguments, ...small, ...more]), { log, signal: stop.signal })
}

const readJson = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as T
const header = (output: string) => readFileSync(join(output, 'results.csv'), 'utf8').split('\n')[0]
const model = (output: string) => readFileSync(join(output, 'best.onnx'))

async function infer(output: string, data: string): Promise<InferenceReport> {
  const inferenceOutput = temporaryFolder()
  const options = ['--model', join(output, 'best.onnx'), '--data', data, '--output', inferenceOutput]
  await runInference(parseInferenceOptions(options), quiet)
  return readJson(inferenceOutput, 'report.json')
}

test('folders of classes: the classifier tells forms apart, also on images that it has never seen', async () => {
  const [data, output, unseen] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  await writeFigureFolder(data, 'imagenet', { count: 60, seed: 3, says: 'classes', most: 1 })
  await writeFigureFolder(unseen, 'imagenet', { count: 30, seed: 77, says: 'classes', most: 1 })
  await train('classification', data, output, 8)
  const report = readJson<ClassificationReport>(output, 'report.json')
  expect(report.classes.map(({ label }) => label)).toEqual([...figureLabels])
  // A third of the images shows each form.
  expect(report.metrics.top1).toBeGreaterThan(0.8)
  expect(header(output)).toBe('epoch,time,train/loss,metrics/top1,metrics/top5,val/loss,lr/pg0')
  expect(readModelMetadata(model(output))).toMatchObject({
    task: 'classification',
    labels: [...figureLabels],
    output: { multiple: false },
    metrics: { top5: 1 },
  })
  const { measured, total } = await infer(output, unseen)
  expect(total).toBe(30)
  expect(measured!.metrics['top1']).toBeGreaterThan(0.8)
})

test('a table with several classes an image: each is measured by itself', async () => {
  const [data, output] = [temporaryFolder(), temporaryFolder()]
  await writeFigureFolder(data, 'csv', { count: 60, seed: 3, says: 'classes', most: 2 })
  await train('classification', data, output, 8)
  const report = readJson<ClassificationReport>(output, 'report.json')
  // Random scores reach about a half, since half of the forms are on an image.
  expect(report.metrics.meanPrecision).toBeGreaterThan(0.75)
  expect(report.metrics.top1).toBeNull()
  expect(header(output)).toContain('metrics/mAP')
  expect(readModelMetadata(model(output))).toMatchObject({ output: { multiple: true } })
  expect(readdirSync(join(output, 'figures')).toSorted()).toEqual(['losses.svg', 'metrics.svg', 'validation.jpg'])
})

test('outlines and runs, and pictures of masks, teach the same; a training that was stopped goes on', async () => {
  const [coco, masks, straight, stopped, same] = Array.from({ length: 5 }, temporaryFolder) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const figures = { count: 40, seed: 3, says: 'areas', most: 2 } as const
  await writeFigureFolder(coco, 'coco', figures)
  await writeFigureFolder(masks, 'mask', figures)
  await train('segmentation', coco, straight, 3)
  expect(await train('segmentation', coco, stopped, 3, 1)).toBe(false)
  await train('segmentation', coco, stopped, 3, Infinity, ['--resume'])
  expect(model(stopped).equals(model(straight))).toBe(true)
  // Discs were exported as masks, squares and triangles as polygons.
  await train('segmentation', masks, same, 3)
  const [one, other] = [straight, same].map((output) => readJson<SegmentationReport>(output, 'report.json'))
  expect(other!.metrics.mIoU).toBeCloseTo(one!.metrics.mIoU!, 1)
  expect(other!.classes.map(({ pixels }) => pixels)).toEqual(one!.classes.map(({ pixels }) => pixels))
})

test('the segmenter finds the pixels of forms', async () => {
  const [data, output] = [temporaryFolder(), temporaryFolder()]
  await writeFigureFolder(data, 'coco', { count: 60, seed: 3, says: 'areas', most: 2 })
  await train('segmentation', data, output, 10)
  const report = readJson<SegmentationReport>(output, 'report.json')
  // Predicting only background reaches about 0.2.
  expect(report.metrics.mIoUWithBackground).toBeGreaterThan(0.65)
  expect(report.confusion.labels).toEqual([...figureLabels, 'background'])
  const measured = await infer(output, data)
  expect(measured.measured!.metrics['mIoUWithBackground']).toBeGreaterThan(0.65)
  expect(measured.total).toBe(60)
})

test('data that says something else is refused, with what would be read', async () => {
  const [data, output] = [temporaryFolder(), temporaryFolder()]
  await writeFigureFolder(data, 'imagenet', { count: 4, seed: 3, says: 'classes', most: 1 })
  const refused = await train('segmentation', data, output, 1).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(fail('dataset.import-invalid').constructor)
  expect((refused as ReturnType<typeof fail>).values['reason']).toContain('no files of a known layout: COCO')
})
