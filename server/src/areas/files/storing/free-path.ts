import { fail } from '@vermilion/contract/kernel/errors'
import { folderOf } from '@vermilion/contract/paths'
import { pathAndAncestors } from '../folders/folder-store.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow, FileStore } from '../store.ts'
import { numberedPath } from './numbered-path.ts'

interface Stores {
  readonly store: Pick<FileStore, 'byPath' | 'firstOf'>
  readonly folders: Pick<FolderStore, 'numberOf'>
}

/** Fails with `file.path-invalid`: one name cannot be a file and a folder, or the space could not be written to a disk. */
export async function requireFilePath({ store, folders }: Stores, spaceId: string, path: string): Promise<void> {
  const above = pathAndAncestors(folderOf(path)).filter((folder) => folder !== '')
  const file = above.length === 0 ? undefined : await store.firstOf(spaceId, above)
  if (file !== undefined) {
    const reason = { en: `${file.path} is a file`, zh: `${file.path} 是一个文件` }
    throw fail('file.path-invalid', { path, reason })
  }
  if ((await folders.numberOf(spaceId, path)) !== undefined) {
    throw fail('file.path-invalid', { path, reason: { en: 'it is a folder', zh: '该路径是文件夹' } })
  }
}

export async function findNumberedPath(
  { store, folders }: Stores,
  existing: FileRow,
  checksum: string,
): Promise<{ path: string } | { equal: FileRow }> {
  const { spaceId } = existing
  let occupant: FileRow | undefined = existing
  let path = existing.path
  for (let number = 2; occupant !== undefined || (await folders.numberOf(spaceId, path)) !== undefined; number++) {
    if (occupant?.checksum === checksum) return { equal: occupant }
    path = numberedPath(existing.path, number)
    occupant = await store.byPath(spaceId, path)
  }
  return { path }
}
