import { setImmediate as breath } from 'node:timers/promises'
import type { FileFilter, FileSelection } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Spaces } from '#areas/spaces'
import { folderPath } from '../folders/folder-path.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow } from '../store.ts'
import type { SelectionStore } from './selection-store.ts'

/** A selection as it was meant when it was made. Kept by jobs. */
export interface Chosen {
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

export const beginning: Position = { part: 0, after: null }

interface Needs {
  readonly spaces: Pick<Spaces, 'get'>
  readonly store: SelectionStore
  readonly folders: Pick<FolderStore, 'byPath'>
}

export type Selections = ReturnType<typeof createSelections>

/** Goes through what people selected, a batch at a time: never all in memory, and each file once. */
export function createSelections({ spaces, store, folders }: Needs) {
  /** Fails as `file.none-selected` where nothing is meant. */
  async function choose(spaceId: string, selection: FileSelection): Promise<Chosen> {
    const { fileIds, except, filter } = selection
    const spelled = (folder: string) => folderPath(spaces, spaceId, folder)
    const chosen: Chosen = {
      spaceId,
      fileIds: [...new Set(fileIds)],
      folders: await existing(spaceId, outermost(await Promise.all(selection.folders.map(spelled)))),
      ...(filter === undefined ? {} : { filter: { ...filter, folder: await spelled(filter.folder) } }),
      except,
      until: await store.lastNumber(),
    }
    if (chosen.fileIds.length === 0 && chosen.folders.length === 0 && filter === undefined) {
      throw fail('file.none-selected')
    }
    return chosen
  }

  async function existing(spaceId: string, paths: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const path of paths) if ((await folders.byPath(spaceId, path)) !== undefined) found.push(path)
    return found
  }

  /** What gives the batch at a position. */
  function reader(chosen: Chosen): (position: Position, limit: number) => Promise<Batch> {
    const { spaceId, until, filter } = chosen
    const named = new Set(chosen.fileIds)
    const except = new Set(chosen.except)
    const isBelow = ({ path }: FileRow) => chosen.folders.some((folder) => path.startsWith(`${folder}/`))
    const parts = chosen.folders.length + (filter === undefined ? 1 : 2)
    const after = (part: number) => (part + 1 < parts ? { part: part + 1, after: null } : undefined)

    return async ({ part, after: last }, limit) => {
      if (part === 0) {
        const from = Number(last ?? 0)
        const ids = chosen.fileIds.slice(from, from + limit)
        const rows = ids.length === 0 ? [] : await store.byIds(spaceId, ids, until)
        const more = from + limit < chosen.fileIds.length
        return { rows, base: undefined, next: more ? { part, after: from + limit } : after(part) }
      }
      const folder = chosen.folders[part - 1]
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
  async function countedAtOnce(chosen: Chosen): Promise<{ files: number; bytes: number } | undefined> {
    const { spaceId, fileIds, folders: paths, filter, except, until } = chosen
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

  async function* each(chosen: Chosen, limit: number): AsyncGenerator<Batch> {
    const read = reader(chosen)
    for (let at: Position | undefined = beginning; at !== undefined;) {
      const batch: Batch = await read(at, limit)
      at = batch.next
      await breath()
      if (batch.rows.length > 0) yield batch
    }
  }

  return {
    choose,
    reader,
    each,
    /** How many files are meant, and how large they are; counts no further than `most`. */
    async count(chosen: Chosen, most = Number.POSITIVE_INFINITY): Promise<{ files: number; bytes: number }> {
      const counted = most === Number.POSITIVE_INFINITY ? await countedAtOnce(chosen) : undefined
      if (counted !== undefined) return counted
      const sum = { files: 0, bytes: 0 }
      for await (const { rows } of each(chosen, 500)) {
        sum.files += rows.length
        for (const { size } of rows) sum.bytes += size
        if (sum.files >= most) break
      }
      return sum
    },
  }
}

/** Without folders that lie in another of them. */
function outermost(paths: readonly string[]): string[] {
  const found: string[] = []
  for (const path of [...new Set(paths)].toSorted((one, other) => one.length - other.length)) {
    if (path !== '' && !found.some((folder) => path.startsWith(`${folder}/`))) found.push(path)
  }
  return found
}
