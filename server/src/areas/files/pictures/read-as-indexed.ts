import { closeSync, fstatSync, readSync } from 'node:fs'
import type { LocalFile } from '#platform/blobs/blob-store'
import { fileState, hasCode, openInFolderSync, sameState, type FileState } from '#platform/blobs/folder-file'

/** The file is gone, or is another than the index says. */
export class NotAsIndexed extends Error {}

/** The bytes of a file in place that is as the index says, and stays so meanwhile. */
export function readAsIndexed({ file, within }: LocalFile, state: FileState): Buffer {
  const { descriptor, ...opened } = openOrRefuse(within ?? '', file)
  try {
    if (!sameState(opened, state)) throw new NotAsIndexed()
    // No more than the index says, which is little: a file that grew meanwhile is not as indexed.
    const bytes = Buffer.allocUnsafe(state.size)
    const length = readSync(descriptor, bytes, 0, state.size, 0)
    if (length !== state.size || !sameState(state, fileState(fstatSync(descriptor)))) throw new NotAsIndexed()
    return bytes
  } finally {
    closeSync(descriptor)
  }
}

function openOrRefuse(folder: string, file: string) {
  try {
    return openInFolderSync(folder, file)
  } catch (error) {
    throw hasCode(error, 'EIO', 'EMFILE', 'ENFILE') ? error : new NotAsIndexed()
  }
}
