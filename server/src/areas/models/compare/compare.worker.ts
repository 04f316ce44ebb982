import { parentPort, workerData } from 'node:worker_threads'
import { labelTypeOf } from '@vermilion/contract/detection/model-metadata'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { type Judge, judges } from '../evaluation/judges.ts'
import { readMetadata, resultsOf, Unreadable } from '../evaluation/results.ts'
import { contrastOf, createLabelList } from './contrast.ts'
import { intervalsOf } from './intervals.ts'
import type { ComparedRun, ComparisonOrder, FromThread, ImageContrast } from './messages.ts'

const tell = (message: FromThread) => parentPort?.postMessage(message)

interface Side {
  labelType: LabelType
  labels: readonly string[]
  judge: Judge
  results: ReturnType<typeof resultsOf>
}

async function open(run: ComparedRun): Promise<Side> {
  const metadata = await readMetadata(run.model)
  const positions = new Map(metadata.labels.map((label, index) => [label, index]))
  const labelType = labelTypeOf[metadata.task]
  const { confidence, overlap } = run
  const options = { metadata, indexOf: (label: string) => positions.get(label), confidence, overlap, isSampled: true }
  return { labelType, labels: metadata.labels, judge: judges[labelType](options), results: resultsOf(run) }
}

const imagesAtOnce = 200

async function compare(order: ComparisonOrder): Promise<void> {
  const sides = await Promise.all(order.map(open))
  const [first] = sides
  if (first === undefined) throw new Error('there is nothing to compare')
  const confidence = Math.max(...order.map((run) => run.confidence))
  const list = createLabelList()
  for (const { labels } of sides) for (const label of labels) list.positionOf(label)
  const contrasts: ImageContrast[] = []
  let labeled = 0
  for (;;) {
    const steps = await Promise.all(sides.map(({ results }) => results.next()))
    const images = steps.flatMap((step) => (step.done === true ? [] : [step.value]))
    const [{ entry } = { entry: undefined }] = images
    if (entry === undefined && images.length === 0) break
    if (images.length < sides.length || images.some((one) => one.entry.path !== entry?.path))
      throw new Unreadable('results', new Error(`the inferences are not of the same images`))
    const truth = entry?.truth ?? null
    if (truth !== null) labeled += 1
    const verdicts = images.map(({ found: line }, at) => (truth === null ? null : sides[at]!.judge.add(line, truth)))
    const translated = images.map(({ found: line }, at) => list.translate(line, sides[at]!.labels, confidence))
    const labels = new Set([
      ...translated.flatMap(({ predictions }) => predictions.map((one) => one.labelIndex)),
      ...(truth ?? []).map(({ label }) => list.positionOf(label)),
    ])
    contrasts.push({
      number: contrasts.length,
      difference: contrastOf(translated),
      labels: [...labels],
      verdicts: verdicts.map((one) => one && ([one.right, one.missed, one.wrong, one.extra] as const)),
    })
    if (contrasts.length % imagesAtOnce === 0)
      tell({ type: 'progress', progress: { done: contrasts.length, total: 0, unit: 'images' } })
  }
  const judged = sides.flatMap(({ labels, judge: { samples } }) => (samples === null ? [] : [{ labels, samples }]))
  const intervals = intervalsOf(judged, {
    labelType: first.labelType,
    images: labeled,
    tell: (done, total) => tell({ type: 'progress', progress: { done, total, unit: 'draws' } }),
  })
  contrasts.sort((a, b) => b.difference - a.difference || a.number - b.number)
  tell({
    type: 'end',
    findings: { images: contrasts.length, labeled, labels: list.names(), contrasts, ...intervals },
  })
}

compare(workerData as ComparisonOrder).catch((error: unknown) => {
  if (!(error instanceof Unreadable)) throw error
  tell({ type: 'failed', error: String(error.cause) })
})
