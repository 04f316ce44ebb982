import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '../files.ts'
import type { Configuration } from './options.ts'
import type { EpochResult } from './results.ts'

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
const magic = 'vermilion-checkpoint-1\n'

/**
 * The file: a line that names the format, a line of JSON (all but the vectors, and the vectors' lengths), then the
 * vectors as little-endian single-precision numbers.
 */
export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  const { vectors, ...rest } = checkpoint
  const lengths = vectorNames.map((name) => vectors[name].length)
  const parts = vectorNames.map((name) => {
    const { buffer, byteOffset, byteLength } = vectors[name]
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
  writeAtomically(path, Buffer.concat([Buffer.from(`${magic}${JSON.stringify({ ...rest, lengths })}\n`), ...parts]))
}

/** Null when there is no checkpoint; a file of another format is an error. */
export function readCheckpoint(path: string): Checkpoint | null {
  if (!existsSync(path)) return null
  const bytes = readFileSync(path)
  const end = bytes.indexOf('\n', magic.length)
  if (bytes.subarray(0, magic.length).toString() !== magic || end < 0) throw new Error(`${path} is not a checkpoint`)
  const { lengths, ...rest } = JSON.parse(bytes.subarray(magic.length, end).toString()) as Omit<
    Checkpoint,
    'vectors'
  > & {
    lengths: number[]
  }
  let offset = end + 1
  const vectors = lengths.map((length) => {
    const part = bytes.buffer.slice(bytes.byteOffset + offset, bytes.byteOffset + offset + length * 4)
    offset += length * 4
    return new Float32Array(part)
  })
  const [parameters, moment1, moment2, average, statistics] = vectors as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  return { ...rest, vectors: { parameters, moment1, moment2, average, statistics } }
}
