/** A thread that judges an inference: reading, measuring and writing its files hold no request up. */
import { parentPort, workerData } from 'node:worker_threads'
import { labelTypeOf } from '@vermilion/contract/detection/model-metadata'
import { createExportFiles } from './export-files.ts'
import { findingsOf } from './findings.ts'
import { judges } from './judges.ts'
import type { EvaluationOrder, FromThread, JudgedImage } from './messages.ts'
import { readMetadata, resultsOf, Unreadable } from './results.ts'

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

async function evaluate(order: EvaluationOrder): Promise<void> {
  const { confidence, overlap } = order
  const metadata = await readMetadata(order.model)
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
