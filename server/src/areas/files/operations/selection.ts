import { setImmediate as breath } from 'node:timers/promises'
import type { FileFilter, FileSelection } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Spaces } from '#areas/spaces'
import { folderPath } from '../folders/folder-path.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow } from '../store.ts'
import type { SelectionStore } from './selection-store.ts'

/** A selection as it was meant when it was made. Kept by jobs. */
export interface SelectedFiles {
  readonly spaceId: string
  readonly fileIds: readonly string[]
  /** None lies in another. */
  readonly folders: readonly string[]
  readonly filter?: FileFilter
  readonly except: readonly string[]
  /** Files that came later are not meant. */
  readonly until: number
}

/** How far through a selection: the ids are its first part, then each folder is one, the filter is the last. */
export interface Position {
  readonly part: number
  readonly after: string | number | null
}

export interface Batch {
  readonly rows: readonly FileRow[]
  /** The selected folder that they lie in; undefined for files that were named or found. */
  readonly base: string | undefined
  /** Undefined after the last. */
  readonly next: Position | undefined
}

export const selectionStart: Position = { part: 0, after: null }

interface Needs {
  readonly spaces: Pick<Spaces, 'get'>
  readonly store: SelectionStore
  readonly folders: Pick<FolderStore, 'byPath'>
}

export type Selections = ReturnType<typeof createSelections>

/** Goes through what people selected, a batch at a time: never all in memory, and each file once. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSelections({ spaces, store, folders }: Needs) {
  /** Fails as `file.none-selected` where nothing is meant. */
  async function resolve(spaceId: string, selection: FileSelection): Promise<SelectedFiles> {
    const { fileIds, except, filter } = selection
    const resolvePath = (folder: string) => folderPath(spaces, spaceId, folder)
    const selected: SelectedFiles = {
      spaceId,
      fileIds: [...new Set(fileIds)],
      folders: await existing(spaceId, outermostFolders(await Promise.all(selection.folders.map(resolvePath)))),
      ...(filter === undefined ? {} : { filter: { ...filter, folder: await resolvePath(filter.folder) } }),
      except,
      until: await store.lastNumber(),
    }
    if (selected.fileIds.length === 0 && selected.folders.length === 0 && filter === undefined) {
      throw fail('file.none-selected')
    }
    return selected
  }

  async function existing(spaceId: string, paths: readonly string[]): Promise<string[]> {
    const existingFolders: string[] = []
    for (const path of paths) if ((await folders.byPath(spaceId, path)) !== undefined) existingFolders.push(path)
    return existingFolders
  }

  /** What gives the batch at a position. */
  function reader(selected: SelectedFiles): (position: Position, limit: number) => Promise<Batch> {
    const { spaceId, until, filter } = selected
    const named = new Set(selected.fileIds)
    const except = new Set(selected.except)
    const isBelow = ({ path }: FileRow) => selected.folders.some((folder) => path.startsWith(`${folder}/`))
    const parts = selected.folders.length + (filter === undefined ? 1 : 2)
    const after = (part: number) => (part + 1 < parts ? { part: part + 1, after: null } : undefined)

    return async ({ part, after: last }, limit) => {
      if (part === 0) {
        const from = Number(last ?? 0)
        const ids = selected.fileIds.slice(from, from + limit)
        const rows = ids.length === 0 ? [] : await store.byIds(spaceId, ids, until)
        const more = from + limit < selected.fileIds.length
        return { rows, base: undefined, next: more ? { part, after: from + limit } : after(part) }
      }
      const folder = selected.folders[part - 1]
      if (folder !== undefined) {
        const rows = await store.below(spaceId, { folder, after: String(last ?? `${folder}/`), until, limit })
        const end = rows.length < limit ? undefined : rows.at(-1)
        const next = end === undefined ? after(part) : { part, after: end.path }
        return { rows: rows.filter(({ id }) => !named.has(id)), base: folder, next }
      }
      if (filter === undefined) return { rows: [], base: undefined, next: undefined }
      const rows = await store.matching(spaceId, { filter, after: Number(last ?? 0), until, limit })
      const end = rows.length < limit ? undefined : rows.at(-1)
      return {
        rows: rows.filter((row) => !named.has(row.id) && !except.has(row.id) && !isBelow(row)),
        base: undefined,
        next: end === undefined ? undefined : { part, after: end.number },
      }
    }
  }

  /** Undefined where a file may be meant twice: then only going through all of them tells. */
  async function countWithoutReading(selected: SelectedFiles): Promise<{ files: number; bytes: number } | undefined> {
    const { spaceId, fileIds, folders: paths, filter, except, until } = selected
    if (fileIds.length > 0 || (filter !== undefined && paths.length > 0)) return undefined
    if (filter !== undefined) return store.countMatching(spaceId, { filter, except, until })
    const sum = { files: 0, bytes: 0 }
    for (const path of paths) {
      const { files, bytes } = await store.countBelow(spaceId, path, until)
      sum.files += files
      sum.bytes += bytes
    }
    return sum
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

  return {
    choose: resolve,
    reader,
    each: batches,
    /** How many files are meant, and how large they are; counts no further than `most`. */
    async count(
      selected: SelectedFiles,
      maximum = Number.POSITIVE_INFINITY,
    ): Promise<{ files: number; bytes: number }> {
      const counted = maximum === Number.POSITIVE_INFINITY ? await countWithoutReading(selected) : undefined
      if (counted !== undefined) return counted
      const sum = { files: 0, bytes: 0 }
      for await (const { rows } of batches(selected, 500)) {
        sum.files += rows.length
        for (const { size } of rows) sum.bytes += size
        if (sum.files >= maximum) break
      }
      return sum
    },
  }
}

/** Without folders that lie in another of them. */
function outermostFolders(paths: readonly string[]): string[] {
  const folders: string[] = []
  for (const path of [...new Set(paths)].toSorted((one, other) => one.length - other.length)) {
    if (path !== '' && !folders.some((folder) => path.startsWith(`${folder}/`))) folders.push(path)
  }
  return folders
}
