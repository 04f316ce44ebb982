import type { SelectedFiles, SelectionReader } from './selection-reader.ts'
import type { SelectionStore } from './selection-store.ts'

interface Needs {
  readonly store: Pick<SelectionStore, 'countBelow' | 'countMatching'>
  readonly reader: Pick<SelectionReader, 'each'>
}

export function createSelectionCount({ store, reader }: Needs) {
  /** Undefined when files may be selected twice, so that only a scan could tell. */
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
