import type { Configuration } from './options.ts'
import type { EpochResult } from './results.ts'
import { readVectorFile, writeVectorFile } from './vector-file.ts'

/** The vectors of a training; all but `statistics` have one number a parameter. */
export interface Vectors {
  parameters: Float32Array
  moment1: Float32Array
  moment2: Float32Array
  /** Running average of the parameters: what is validated and shipped. */
  average: Float32Array
  /** Running average of the batch statistics. */
  statistics: Float32Array
}

/** Everything a training needs to go on as if it had never been interrupted. */
export interface Checkpoint {
  configuration: Configuration
  /** Fingerprint of the data: labels and images with what is in them. */
  data: string
  /** Epochs done, and steps done of the next one, with its losses so far. */
  epoch: number
  step: number
  losses: number[]
  seconds: number
  history: EpochResult[]
  /** The epoch whose model is kept, 0 before there is one. */
  keptEpoch: number
  vectors: Vectors
}

const vectorNames = ['parameters', 'moment1', 'moment2', 'average', 'statistics'] as const
/** File layout: `vector-file.ts`. */
export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  writeVectorFile(path, vectorNames, checkpoint)
}

/** Null when there is no checkpoint; a file of another format is an error. */
export function readCheckpoint(path: string): Checkpoint | null {
  return readVectorFile<(typeof vectorNames)[number], Omit<Checkpoint, 'vectors'>>(path, vectorNames)
}
