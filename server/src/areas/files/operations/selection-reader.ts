import { setImmediate as breath } from 'node:timers/promises'
import type { FileFilter } from '@vermilion/contract/files'
import type { FileRow } from '../store.ts'
import type { SelectionStore } from './selection-store.ts'

export interface SelectedFiles {
  readonly spaceId: string
  readonly fileIds: readonly string[]
  /** No folder contains another. */
  readonly folders: readonly string[]
  readonly filter?: FileFilter
  readonly except: readonly string[]
  /** Excludes files added later. */
  readonly until: number
}

/** A position in a selection, whose parts are the ids, then each folder, then the filter. */
export interface Position {
  readonly part: number
  readonly after: string | number | null
}

export interface Batch {
  readonly rows: readonly FileRow[]
  /** The selected folder that contains the files; undefined for files selected by id or filter. */
  readonly base: string | undefined
  /** Undefined after the last batch. */
  readonly next: Position | undefined
}

export const selectionStart: Position = { part: 0, after: null }

/** Each file once, without holding all of them in memory. */
export function createSelectionReader(store: Pick<SelectionStore, 'byIds' | 'below' | 'matching'>) {
  async function readNamed({ spaceId, fileIds, until }: SelectedFiles, from: number, limit: number) {
    const ids = fileIds.slice(from, from + limit)
    const rows = ids.length === 0 ? [] : await store.byIds(spaceId, ids, until)
    return { rows, after: from + limit < fileIds.length ? from + limit : undefined }
  }

  async function readFolder({ spaceId, until }: SelectedFiles, folder: string, path: string, limit: number) {
    const rows = await store.below(spaceId, { folder, after: path, until, limit })
    return { rows, after: rows.length < limit ? undefined : rows.at(-1)?.path }
  }

  async function readMatching({ spaceId, until }: SelectedFiles, filter: FileFilter, number: number, limit: number) {
    const rows = await store.matching(spaceId, { filter, after: number, until, limit })
    return { rows, after: rows.length < limit ? undefined : rows.at(-1)?.number }
  }

  function reader(selected: SelectedFiles): (position: Position, limit: number) => Promise<Batch> {
    const { folders, filter } = selected
    const named = new Set(selected.fileIds)
    const except = new Set(selected.except)
    const isBelow = ({ path }: FileRow) => folders.some((folder) => path.startsWith(`${folder}/`))
    const parts = folders.length + (filter === undefined ? 1 : 2)
    const nextOf = (part: number, after: string | number | undefined): Position | undefined =>
      after !== undefined ? { part, after } : part + 1 < parts ? { part: part + 1, after: null } : undefined

    return async ({ part, after: last }, limit) => {
      if (part === 0) {
        const { rows, after } = await readNamed(selected, Number(last ?? 0), limit)
        return { rows, base: undefined, next: nextOf(part, after) }
      }
      const base = folders[part - 1]
      if (base !== undefined) {
        const { rows, after } = await readFolder(selected, base, String(last ?? `${base}/`), limit)
        return { rows: rows.filter(({ id }) => !named.has(id)), base, next: nextOf(part, after) }
      }
      if (filter === undefined) return { rows: [], base: undefined, next: undefined }
      const { rows, after } = await readMatching(selected, filter, Number(last ?? 0), limit)
      return {
        rows: rows.filter((row) => !named.has(row.id) && !except.has(row.id) && !isBelow(row)),
        base: undefined,
        next: nextOf(part, after),
      }
    }
  }

  async function* batches(selected: SelectedFiles, limit: number): AsyncGenerator<Batch> {
    const read = reader(selected)
    for (let at: Position | undefined = selectionStart; at !== undefined;) {
      const batch: Batch = await read(at, limit)
      at = batch.next
      await breath()
      if (batch.rows.length > 0) yield batch
    }
  }

  return { reader, each: batches }
}
