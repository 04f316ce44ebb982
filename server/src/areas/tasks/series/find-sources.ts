import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { seriesSources } from '@vermilion/contract/metrics'
import type { SeriesSource } from '@vermilion/contract/metrics'
import { readers } from './readers/registry.ts'

/** How deep below the output folder metrics are looked for, and among how many entries. */
const deepest = 6
const mostEntries = 5_000
const mostSources = 200

export interface SourceFile {
  kind: SeriesSource
  /** Below the output folder; of what the server writes, its name. */
  path: string
  file: string
  /** Stands before the names of its series: the folder it lies in. */
  prefix: string
}

/** Files that the server writes itself, in the folder of the task's series. */
export const journals = { mlflow: 'mlflow.jsonl', system: 'system.jsonl' } as const

/** The files that metrics are read from, the same ones in the same order each time. Links are left out. */
export function findSources(output: string, folder: string): SourceFile[] {
  const found: SourceFile[] = []
  let looked = 0
  const look = (below: string, depth: number) => {
    const entries = readFolder(join(output, below)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      if ((looked += 1) > mostEntries || found.length >= mostSources) return
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      const kind = entry.isFile() ? seriesSources.find((one) => readers[one].file?.test(entry.name)) : undefined
      if (kind !== undefined) found.push({ kind, path, file: join(output, path), prefix: prefixOf(below) })
    }
    if (depth === deepest) return
    for (const entry of entries) {
      if (entry.isDirectory()) look(below === '' ? entry.name : `${below}/${entry.name}`, depth + 1)
    }
  }
  look('', 0)
  for (const [kind, name] of Object.entries(journals)) {
    found.push({ kind: kind as keyof typeof journals, path: name, file: join(folder, name), prefix: '' })
  }
  return found
}

const prefixOf = (below: string) => (below === '' ? '' : `${below}/`)

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
