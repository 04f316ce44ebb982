import type { Configuration } from './options.ts'
import type { EpochResult } from './results.ts'
import { readVectorFile, writeVectorFile } from './vector-file.ts'

/** Vectors of a training; all but `statistics` have one value per parameter. */
export interface Vectors {
  parameters: Float32Array
  moment1: Float32Array
  moment2: Float32Array
  average: Float32Array
  statistics: Float32Array
}

export interface Checkpoint {
  configuration: Configuration
  data: string
  /** Epochs completed, steps completed in the next one, and its losses so far. */
  epoch: number
  step: number
  losses: number[]
  seconds: number
  history: EpochResult[]
  /** Epoch of the saved model, 0 before there is one. */
  keptEpoch: number
  vectors: Vectors
}

const vectorNames = ['parameters', 'moment1', 'moment2', 'average', 'statistics'] as const
/** File layout: `vector-file.ts`. */
export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  writeVectorFile(path, vectorNames, checkpoint)
}

/** Null without a checkpoint; throws for another format. */
export function readCheckpoint(path: string): Checkpoint | null {
  return readVectorFile<(typeof vectorNames)[number], Omit<Checkpoint, 'vectors'>>(path, vectorNames)
}
