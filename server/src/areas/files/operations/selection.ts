import type { FileSelection } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Spaces } from '#areas/spaces'
import { folderPath } from '../folders/folder-path.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import { createSelectionReader, selectionStart, type SelectedFiles } from './selection-reader.ts'
import type { SelectionStore, Sum } from './selection-store.ts'

interface Needs {
  readonly spaces: Pick<Spaces, 'get'>
  readonly store: SelectionStore
  readonly folders: Pick<FolderStore, 'byPath'>
}

export type Selections = ReturnType<typeof createSelections>

export function createSelections({ spaces, store, folders }: Needs) {
  const reader = createSelectionReader(store)

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

  /** Undefined when files may be selected twice, so that only a scan could tell. */
  async function countWithoutReading(selected: SelectedFiles): Promise<Sum | undefined> {
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

  async function count(selected: SelectedFiles, maximum = Number.POSITIVE_INFINITY): Promise<Sum> {
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

  return {
    choose: resolve,
    each: reader.each,
    count,
    /** The parts of a bulk run that are the same for every change of selected files. */
    runOf: (selected: SelectedFiles) => ({
      start: selectionStart,
      count: async (maximum?: number) => (await count(selected, maximum)).files,
      read: reader.reader(selected),
    }),
  }
}

function outermostFolders(paths: readonly string[]): string[] {
  const folders: string[] = []
  for (const path of [...new Set(paths)].toSorted((one, other) => one.length - other.length)) {
    if (path !== '' && !folders.some((folder) => path.startsWith(`${folder}/`))) folders.push(path)
  }
  return folders
}
