import { parentPort, workerData } from 'node:worker_threads'
import { walk, type WalkEntry } from './walk.ts'

export interface WalkPart {
  readonly entries: readonly WalkEntry[]
  readonly finished: boolean
  readonly problem?: string
}

/** Limits of a part, which the main thread receives within milliseconds. */
const partSize = 500
const partMilliseconds = 100

const { root, after } = workerData as { root: string; after: string | undefined }
const walking = walk(root, after)

function nextPart(): WalkPart {
  const entries: WalkEntry[] = []
  const from = performance.now()
  try {
    while (entries.length < partSize && performance.now() - from < partMilliseconds) {
      const next = walking.next()
      if (next.done === true) return { entries, finished: true }
      entries.push(next.value)
    }
    return { entries, finished: false }
  } catch (error) {
    return { entries, finished: true, problem: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', () => parentPort?.postMessage(nextPart()))
