import type { SelectedFiles, SelectionReader } from './selection-reader.ts'
import type { SelectionStore } from './selection-store.ts'

interface Needs {
  readonly store: Pick<SelectionStore, 'countBelow' | 'countMatching'>
  readonly reader: Pick<SelectionReader, 'each'>
}

/** Counts what was selected. */
export function createSelectionCount({ store, reader }: Needs) {
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

  /** How many files are meant, and how large they are; counts no further than `maximum`. */
  return async (
    selected: SelectedFiles,
    maximum = Number.POSITIVE_INFINITY,
  ): Promise<{ files: number; bytes: number }> => {
    const counted = maximum === Number.POSITIVE_INFINITY ? await countWithoutReading(selected) : undefined
    if (counted !== undefined) return counted
    const sum = { files: 0, bytes: 0 }
    for await (const { rows } of reader.each(selected, 500)) {
      sum.files += rows.length
      for (const { size } of rows) sum.bytes += size
      if (sum.files >= maximum) break
    }
    return sum
  }
}
