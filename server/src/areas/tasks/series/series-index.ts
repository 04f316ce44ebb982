import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeriesInfo, SeriesSource } from '@vermilion/contract/tasks/metrics'

const indexName = 'index.json'
const indexVersion = 1

export interface Source {
  kind: SeriesSource
  /** Changes when the file is another one. */
  file: number
  offset: number
  seam: string
  state: unknown
  problem: string | null
}

/** A series in the index, with where its points lie. */
export interface Series extends Omit<SeriesInfo, 'points'> {
  /** The file that it comes from. */
  path: string
  /** Its name there, before it had to be told from another of the same name. */
  own: string
  number: number
  /** Of its file, those that are no finite numbers included. */
  points: number
  /** Points of its file that are no finite numbers: a journal keeps them, other files leave them out. */
  odd?: number
  /** Where its file ends with such a point. */
  oddEnd?: { step: number; time: number } | null
  /** Of a journal: the value of the highest step, of these the one of the latest time, then the highest. */
  latest?: { step: number; time: number; value: number | string }
  /** Whether each point's step, and time, is no lower than the one before. */
  stepsRise: boolean
  timesRise: boolean
}

/** The value that a series stands at: that of its last step, whatever came last. */
export function lastOf({ last, latest }: Series): Series['last'] {
  return latest !== undefined && typeof latest.value === 'number' ? { ...latest, value: latest.value } : last
}

export interface Index {
  nextNumber: number
  sources: [path: string, source: Source][]
  series: Series[]
  parameters: [string, string][]
  tags: [string, string][]
}

/** The index of a task; an empty one where there is none, or none that can be read. */
export function readIndex(folder: string): Index {
  const file = join(folder, indexName)
  try {
    const match = JSON.parse(readFileSync(file, 'utf8')) as Index & { version: number }
    if (match.version === indexVersion) return match
  } catch {
    // A crash of the machine may have left half of one.
  }
  rmSync(file, { force: true })
  return { nextNumber: 0, sources: [], series: [], parameters: [], tags: [] }
}

/** Replaces the index in one step. */
export function writeIndex(folder: string, index: Index): void {
  const file = join(folder, indexName)
  writeFileSync(`${file}.new`, JSON.stringify({ version: indexVersion, ...index }))
  renameSync(`${file}.new`, file)
}

/** Lets everything of a task be read anew. */
export function dropIndex(folder: string): void {
  rmSync(join(folder, indexName), { force: true })
}
