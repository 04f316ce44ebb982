import { parentPort, workerData } from 'node:worker_threads'
import { openSignedVectors } from './signed-vectors.ts'

export type VectorCalls = ReturnType<typeof openSignedVectors>

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
