import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeriesInfo, SeriesSource } from '@vermilion/contract/tasks/metrics'

const indexName = 'index.json'
const indexVersion = 1

export interface Source {
  kind: SeriesSource
  file: number
  offset: number
  seam: string
  state: unknown
  problem: string | null
}

export interface Series extends Omit<SeriesInfo, 'points'> {
  path: string
  /** Before it was made unique. */
  own: string
  number: number
  points: number
  /** Number of non-finite points; only journals keep them. */
  odd?: number
  oddEnd?: { step: number; time: number } | null
  latest?: { step: number; time: number; value: number | string }
  /** True while steps, and times, never decrease. */
  stepsRise: boolean
  timesRise: boolean
}

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

/** Returns an empty index when it is missing or unreadable. */
export function readIndex(folder: string): Index {
  const file = join(folder, indexName)
  try {
    const match = JSON.parse(readFileSync(file, 'utf8')) as Index & { version: number }
    if (match.version === indexVersion) return match
  } catch {
    // A machine crash may have left half an index.
  }
  rmSync(file, { force: true })
  return { nextNumber: 0, sources: [], series: [], parameters: [], tags: [] }
}

export function writeIndex(folder: string, index: Index): void {
  const file = join(folder, indexName)
  writeFileSync(`${file}.new`, JSON.stringify({ version: indexVersion, ...index }))
  renameSync(`${file}.new`, file)
}

export function dropIndex(folder: string): void {
  rmSync(join(folder, indexName), { force: true })
}
