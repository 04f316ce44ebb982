import { parentPort, workerData } from 'node:worker_threads'
import { compareVectors, type Comparison } from './compare.ts'
import type { Vectors } from './projection.ts'

export type CompareReply = { readonly part: number } | { readonly comparison: Comparison }

let reported = 0
const comparison = compareVectors(workerData as Vectors, (part) => {
  if (part - reported < 0.01) return
  reported = part
  parentPort?.postMessage({ part } satisfies CompareReply)
})
parentPort?.postMessage({ comparison } satisfies CompareReply)
