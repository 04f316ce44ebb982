/** A thread that judges an inference: reading, measuring and writing its files hold no request up. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { labelTypeOf, metadataKey, modelMetadata } from '@vermilion/contract/detection/model-metadata'
import { predictionLine } from '@vermilion/contract/predictions'
import { imageEntry } from '../image-entry.ts'
import { readOnnxMetadata } from '../onnx-metadata.ts'
import { createExportFiles } from './export-files.ts'
import { findingsOf } from './findings.ts'
import { judges } from './judges.ts'
import { linesOf } from './lines.ts'
import type { EvaluationOrder, FromThread, JudgedImage } from './messages.ts'

const imagesAtOnce = 100
/** Parts that are sent before the first is taken. */
let credit = 2
let resolveWaiting: (() => void) | undefined
const tell = (message: FromThread) => parentPort?.postMessage(message)

parentPort?.on('message', () => {
  credit += 1
  resolveWaiting?.()
})

async function send(images: readonly JudgedImage[]): Promise<void> {
  tell({ type: 'images', images })
  credit -= 1
  if (credit > 0) return
  const more = Promise.withResolvers<void>()
  resolveWaiting = more.resolve
  await more.promise
}

/** What the task left cannot be judged, however often that is tried. */
class Unreadable extends Error {
  readonly problem: 'model' | 'results'

  constructor(problem: 'model' | 'results', cause: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

async function readModel(file: string) {
  try {
    const text = readOnnxMetadata(await readFile(file))[metadataKey]
    return modelMetadata.parse(JSON.parse(text ?? 'null'))
  } catch (problem) {
    throw new Unreadable('model', problem)
  }
}

/** What was found on each image, beside what is true on it. */
async function* resultsOf({ predictions, images }: EvaluationOrder) {
  try {
    const existing = linesOf(images)
    for await (const line of linesOf(predictions)) {
      const entry = imageEntry.parse(JSON.parse(String((await existing.next()).value)))
      const match = predictionLine.parse(JSON.parse(line))
      if (entry.path !== match.path) throw new Error(`the result of ${match.path} stands at the place of ${entry.path}`)
      yield { entry, found: match }
    }
  } catch (problem) {
    throw new Unreadable('results', problem)
  }
}

async function evaluate(order: EvaluationOrder): Promise<void> {
  const { confidence, overlap } = order
  const metadata = await readModel(order.model)
  const labelType = labelTypeOf[metadata.task]
  const positions = new Map(metadata.labels.map((label, index) => [label, index]))
  const judge = judges[labelType]({ metadata, indexOf: (label) => positions.get(label), confidence, overlap })
  const files = createExportFiles(order.exports, metadata.labels)
  const unknown = new Set<string>()
  let batch: JudgedImage[] = []
  let [number, measured] = [0, 0]
  for await (const { entry, found } of resultsOf(order)) {
    for (const { label } of entry.truth ?? []) if (!positions.has(label)) unknown.add(label)
    const judged = entry.truth === null ? null : judge.add(found, entry.truth)
    if (judged !== null) measured += 1
    const image = { number, path: found.path, verdict: judged }
    batch.push(image)
    files.add(image, found)
    number += 1
    if (batch.length < imagesAtOnce) continue
    await send(batch)
    batch = []
  }
  if (batch.length > 0) await send(batch)
  files.close()
  const countsByConfidence = judge.byConfidence
  const { labels } = metadata
  const about = { labelType, labels, countsByConfidence, images: number, measured, unknownLabels: [...unknown] }
  tell({ type: 'end', findings: findingsOf(judge.findings(), about) })
}

evaluate(workerData as EvaluationOrder).catch((error: unknown) => {
  if (!(error instanceof Unreadable)) throw error
  tell({ type: 'failed', problem: error.problem, error: String(error.cause) })
})
