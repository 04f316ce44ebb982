import type { FileSelection } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Spaces } from '#areas/spaces'
import { folderPath } from '../folders/folder-path.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import { createSelectionCount } from './selection-count.ts'
import { createSelectionReader } from './selection-reader.ts'
import type { SelectedFiles } from './selection-reader.ts'
import type { SelectionStore } from './selection-store.ts'

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

  return { choose: resolve, ...reader, count: createSelectionCount({ store, reader }) }
}

function outermostFolders(paths: readonly string[]): string[] {
  const folders: string[] = []
  for (const path of [...new Set(paths)].toSorted((one, other) => one.length - other.length)) {
    if (path !== '' && !folders.some((folder) => path.startsWith(`${folder}/`))) folders.push(path)
  }
  return folders
}
