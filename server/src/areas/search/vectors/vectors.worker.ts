import { parentPort, workerData } from 'node:worker_threads'
import { openSignedVectors } from './signed-vectors.ts'
import type { VectorEntry, VectorHit, VectorSearch } from './vector-index.ts'

export interface VectorCalls {
  put: { input: [readonly VectorEntry[]]; result: void }
  remove: { input: [readonly number[]]; result: void }
  search: { input: [Float32Array, VectorSearch]; result: VectorHit[] }
  get: { input: [number]; result: Float32Array | undefined }
  read: { input: [Uint32Array]; result: Float32Array }
  slots: { input: []; result: Uint8Array }
  close: { input: []; result: void }
}

export interface VectorRequest {
  readonly number: number
  readonly call: keyof VectorCalls
  readonly input: readonly unknown[]
}

export interface VectorReply {
  readonly number: number
  readonly result?: unknown
  readonly problem?: string
}

const { folder, dimensions } = workerData as { folder: string; dimensions: number }
const vectors = openSignedVectors(folder, dimensions)

parentPort?.on('message', ({ number, call, input }: VectorRequest) => {
  const reply = (message: Omit<VectorReply, 'number'>) => parentPort?.postMessage({ number, ...message })
  try {
    reply({ result: (vectors[call] as (...input: readonly unknown[]) => unknown)(...input) })
  } catch (error) {
    reply({ problem: error instanceof Error ? error.message : String(error) })
  }
})
