import { compressRuns } from '@vermilion/contract/labels/column-runs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PredictionLine, TruthShape } from '@vermilion/contract/predictions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { modelFile } from '../testing/onnx.ts'
import type { JudgedImage } from './messages.ts'
import { judgeOnThread, Unjudgeable } from './thread.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-judge-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Image {
  truth: TruthShape[] | null
  predictions: PredictionLine['predictions']
  scores?: number[]
  path?: string
}

const size = { width: 4, height: 2 }

async function judge(metadata: Parameters<typeof modelFile>[0], images: readonly Image[], memory?: number) {
  const text = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const path = (number: number) => `${number}.jpg`
  const matches = images.map(({ truth: _, ...line }, number) => ({
    path: path(number),
    ...size,
    milliseconds: 1,
    ...line,
  }))
  const existing = images.map((image, number) => {
    return { itemId: null, fileId: `f${number}`, path: image.path ?? path(number), truth: image.truth }
  })
  const at = (name: string) => join(folder, name)
  await writeFile(at('predictions.jsonl'), text(matches))
  await writeFile(at('images.jsonl'), text(existing))
  await writeFile(at('model.onnx'), modelFile(metadata))
  const files = { predictions: at('predictions.jsonl'), images: at('images.jsonl'), model: at('model.onnx') }
  const judged: JudgedImage[] = []
  const order = { ...files, exports: at('exports'), confidence: 0.5, overlap: 0.5 }
  const take = async (some: readonly JudgedImage[]) => void judged.push(...some)
  return { findings: await judgeOnThread(order, take, new AbortController().signal, memory), judged }
}

const labels = ['cat', 'dog']
const classifier = {
  task: 'classification',
  labels,
  output: { layout: 'probabilities', multiple: false },
  metrics: { top1: null, top5: null, meanPrecision: null },
} as const
const describe = (label: string, score: number) => {
  return { kind: 'class' as const, label, labelIndex: labels.indexOf(label), score }
}

test('R2.23 a classifier is judged by its likeliest label, and by the scores of all of them', async () => {
  const truth = (label: string) => [{ kind: 'class' as const, label }]
  const { findings, judged } = await judge(classifier, [
    { truth: truth('cat'), predictions: [describe('cat', 0.9)], scores: [0.9, 0.1] },
    { truth: truth('dog'), predictions: [describe('cat', 0.7)], scores: [0.7, 0.3] },
    { truth: truth('dog'), predictions: [describe('dog', 0.6)], scores: [0.4, 0.6] },
    { truth: truth('bird'), predictions: [describe('dog', 0.8)], scores: [0.2, 0.8] },
    { truth: null, predictions: [describe('dog', 0.8)], scores: [0.2, 0.8] },
  ])
  const about = { labelType: 'picture-classification', countsByConfidence: false }
  expect(findings).toMatchObject({ ...about, images: 5, unknownLabels: ['bird'] })
  expect(findings.figures.top1).toBeCloseTo(2 / 3, 12)
  expect(findings.figures.top5).toBe(1)
  expect(judged.map(({ verdict }) => verdict?.wrong)).toEqual([0, 1, 0, undefined, undefined])
})

test('R2.23 a segmenter is judged pixel by pixel, polygons and masks alike, and its masks are written as COCO', async () => {
  const metrics = { mIoU: null, mIoUWithBackground: null, pixelAccuracy: null }
  const polygon = { rings: [[0, 0, 2, 0, 2, 2, 0, 2]] }
  const half = { x: 0, y: 0, width: 1, height: 2, counts: [0, 2] }
  const dog = { x: 2, y: 0, width: 2, height: 2, counts: [0, 4] }
  const { findings, judged } = await judge({ task: 'segmentation', labels, output: { layout: 'logits' }, metrics }, [
    {
      truth: [
        { kind: 'polygon', label: 'cat', polygon },
        { kind: 'mask', label: 'dog', mask: dog },
      ],
      predictions: [
        { kind: 'mask', label: 'cat', labelIndex: 0, score: 0.9, mask: half },
        { kind: 'mask', label: 'dog', labelIndex: 1, score: 0.9, mask: dog },
      ],
    },
  ])
  expect(findings.classes.map(({ figures }) => figures.mIoU)).toEqual([0.5, 1])
  expect(findings.figures).toMatchObject({ mIoU: 0.75, mIoUWithBackground: 0.75, pixelAccuracy: 0.75 })
  expect(judged[0]?.verdict).toMatchObject({ right: 6, missed: 2, wrong: 0, extra: 0, badness: 0.25 })
  const coco = JSON.parse(await readFile(join(folder, 'exports', 'predictions.coco.json'), 'utf8')) as {
    annotations: object[]
  }
  const segmentation = { size: [2, 4], counts: [0, 2, 6] }
  expect(coco.annotations[0]).toMatchObject({ category_id: 1, area: 2, bbox: [0, 0, 1, 2], segmentation })
  // pycocotools only accepts compressed RLE in result lists.
  const results = JSON.parse(await readFile(join(folder, 'exports', 'results.coco.json'), 'utf8')) as object[]
  expect(results[0]).toMatchObject({ area: 2, segmentation: { size: [2, 4], counts: compressRuns([0, 2, 6]) } })
})

test('R2.23 a label that is drawn several times on an image is one that it has', async () => {
  const box = { x: 0, y: 0, width: 1, height: 1 }
  const cats = [1, 2, 3].map(() => ({ kind: 'box' as const, label: 'cat', box }))
  const { findings } = await judge(classifier, [
    { truth: cats, predictions: [describe('cat', 0.9)], scores: [0.9, 0.1] },
  ])
  expect(findings.classes[0]).toMatchObject({ instances: 1, figures: { precision: 1, recall: 1 } })
})

test('a line separator in the name of an image ends no line', async () => {
  const [truth, path] = [[{ kind: 'class' as const, label: 'cat' }], 'a\u2028b\u0085c.jpg']
  const { judged } = await judge(classifier, [{ truth, predictions: [describe('cat', 1)], scores: [1, 0], path }])
  expect(judged.map((image) => [image.path, image.verdict?.right])).toEqual([[path, 1]])
})

test('what cannot be judged says why, and is not tried again', async () => {
  const problemOf = (judging: Promise<unknown>) =>
    judging.then(
      () => null,
      (error: unknown) => error instanceof Unjudgeable && error.problem,
    )
  expect(await problemOf(judge({ labels: [] }, []))).toBe('model')
  const [cat, dog] = [describe('cat', 1), describe('dog', 1)]
  expect(await problemOf(judge(classifier, [{ truth: null, predictions: [cat], path: 'a.jpg' }]))).toBe(null)
  const crossed = [{ truth: null, predictions: [{ ...dog, score: Number.NaN }] }]
  expect(await problemOf(judge(classifier, crossed))).toBe('results')
  expect(await problemOf(judge(classifier, [], 4))).toBe('memory')
})
