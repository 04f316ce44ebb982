import { parentPort, workerData } from 'node:worker_threads'
import { labelTypeOf } from '@vermilion/contract/detection/model-metadata'
import { type TrainingPart, trainingParts } from '@vermilion/contract/models/training-parts'
import { createExportFiles } from './export-files.ts'
import { findingsOf } from './findings.ts'
import { type Judge, judges } from './judges.ts'
import type { EvaluationOrder, FromThread, JudgedImage } from './messages.ts'
import { readMetadata, resultsOf, Unreadable } from './results.ts'

const imagesAtOnce = 100
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

function createJudges(makeJudge: () => Judge, parts: Uint8Array) {
  const all = makeJudge()
  const present = trainingParts.filter((_, code) => parts.includes(code))
  const own = new Map(present.map((part) => [part, present.length === 1 ? all : makeJudge()]))
  const counts = new Map(present.map((part) => [part, { images: 0, measured: 0 }]))
  return {
    all,
    add(part: TrainingPart, ...image: Parameters<Judge['add']>) {
      const verdict = all.add(...image)
      if (own.get(part) !== all) own.get(part)?.add(...image)
      return verdict
    },
    count(part: TrainingPart, isMeasured: boolean) {
      const count = counts.get(part)
      if (count === undefined) return
      count.images += 1
      if (isMeasured) count.measured += 1
    },
    parts: () => present.map((part) => ({ part, ...counts.get(part)!, findings: own.get(part)!.findings() })),
  }
}

async function evaluate(order: EvaluationOrder): Promise<void> {
  const { confidence, overlap, parts = new Uint8Array() } = order
  const metadata = await readMetadata(order.model)
  const labelType = labelTypeOf[metadata.task]
  const positions = new Map(metadata.labels.map((label, index) => [label, index]))
  const options = { metadata, indexOf: (label: string) => positions.get(label), confidence, overlap }
  const judge = createJudges(() => judges[labelType](options), parts)
  let untiledJudge: typeof judge | undefined
  const files = createExportFiles(order.exports, metadata.labels)
  const unknown = new Set<string>()
  let batch: JudgedImage[] = []
  let [number, measured] = [0, 0]
  for await (const { entry, found } of resultsOf(order)) {
    for (const { label } of entry.truth ?? []) if (!positions.has(label)) unknown.add(label)
    const part = trainingParts[parts[number] ?? -1] ?? 'unknown'
    const judged = entry.truth === null ? null : judge.add(part, found, entry.truth)
    if (judged !== null) measured += 1
    if (judged !== null && found.untiled !== undefined) {
      untiledJudge ??= createJudges(() => judges[labelType](options), parts)
      untiledJudge.add(part, { ...found, ...found.untiled }, entry.truth!)
    }
    judge.count(part, judged !== null)
    const image = { number, path: found.path, part, verdict: judged }
    batch.push(image)
    files.add(image, found)
    number += 1
    if (batch.length < imagesAtOnce) continue
    await send(batch)
    batch = []
  }
  if (batch.length > 0) await send(batch)
  files.close()
  const countsByConfidence = judge.all.byConfidence
  const { labels } = metadata
  const about = { labelType, labels, countsByConfidence, images: number, measured, unknownLabels: [...unknown] }
  const untiled = new Map((untiledJudge?.parts() ?? []).map((one) => [one.part, one.findings]))
  const ownParts = judge.parts().map((one) => ({ ...one, untiled: untiled.get(one.part) }))
  const all = { findings: judge.all.findings(), untiled: untiledJudge?.all.findings() }
  tell({ type: 'end', findings: findingsOf(all, about, ownParts) })
}

evaluate(workerData as EvaluationOrder).catch((error: unknown) => {
  if (!(error instanceof Unreadable)) throw error
  tell({ type: 'failed', problem: error.problem, error: String(error.cause) })
})
