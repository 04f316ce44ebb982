import { workerData } from 'node:worker_threads'
import { sendParts } from '#platform/processes/send-parts'
import { walk, type WalkEntry } from './walk.ts'

/** Limits of a part, which the main thread receives within milliseconds. */
const partSize = 500
const partMilliseconds = 100

function* walkInParts(root: string, after: string | undefined): Generator<readonly WalkEntry[]> {
  let [part, startedAt]: [WalkEntry[], number] = [[], performance.now()]
  for (const entry of walk(root, after)) {
    part.push(entry)
    if (part.length < partSize && performance.now() - startedAt < partMilliseconds) continue
    yield part
    ;[part, startedAt] = [[], performance.now()]
  }
  if (part.length > 0) yield part
}

const { root, after } = workerData as { root: string; after: string | undefined }
sendParts(walkInParts(root, after), (error) => (error instanceof Error ? error.message : String(error)))
