import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { seriesSources } from '@vermilion/contract/tasks/metrics'
import type { SeriesSource } from '@vermilion/contract/tasks/metrics'
import { readers } from './readers/registry.ts'

const deepest = 6
const maxEntries = 5_000
const maxSources = 200

export interface SourceFile {
  kind: SeriesSource
  path: string
  file: string
  /** The file must be below this folder. */
  root: string
  prefix: string
}

/** Files that the server itself writes to the series folder. */
export const journals = { mlflow: 'mlflow.jsonl', system: 'system.jsonl' } as const

/** Finds metric files in a stable order, and reports where the search hit its limit. Symbolic links are left out. */
export function findSources(output: string, folder: string): { files: SourceFile[]; stoppedAt: string | null } {
  const sourceFiles: SourceFile[] = []
  let examined = 0
  let stoppedAt: string | null = null
  const search = (below: string, depth: number) => {
    const entries = readFolder(join(output, below)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const [files, folders] = [
      entries.filter(({ kind }) => kind !== undefined),
      entries.filter(({ isFolder }) => isFolder),
    ]
    for (const { name, kind } of [...files, ...(depth === deepest ? [] : folders)]) {
      if (stoppedAt !== null) return
      const path = below === '' ? name : `${below}/${name}`
      if ((examined += 1) > maxEntries || sourceFiles.length >= maxSources) stoppedAt = path
      else if (kind === undefined) search(path, depth + 1)
      else
        sourceFiles.push({
          kind,
          path,
          file: join(output, path),
          root: output,
          prefix: below === '' ? '' : `${below}/`,
        })
    }
  }
  search('', 0)
  for (const [kind, name] of Object.entries(journals)) {
    const file = join(folder, name)
    sourceFiles.push({ kind: kind as keyof typeof journals, path: name, file, root: folder, prefix: '' })
  }
  return { files: sourceFiles, stoppedAt }
}

interface Entry {
  name: string
  /** Undefined for a folder. */
  kind: SeriesSource | undefined
  isFolder: boolean
}

function readFolder(folder: string): Entry[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const { name } = entry
      const isFolder = entry.isDirectory()
      const kind = entry.isFile() ? seriesSources.find((one) => readers[one].file?.test(name)) : undefined
      return isFolder || kind !== undefined ? [{ name, kind, isFolder }] : []
    })
  } catch {
    return []
  }
}
