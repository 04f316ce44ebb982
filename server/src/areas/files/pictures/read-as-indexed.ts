import { closeSync, fstatSync, readSync } from 'node:fs'
import type { LocalFile } from '#platform/blobs/blob-store'
import { fileState, hasCode, openInFolderSync, sameState, type FileState } from '#platform/blobs/folder-file'

export class NotAsIndexed extends Error {}

export function readAsIndexed({ file, within }: LocalFile, state: FileState): Buffer {
  const { descriptor, ...opened } = openOrRefuse(within ?? '', file)
  try {
    if (!sameState(opened, state)) throw new NotAsIndexed()
    // Reads only the indexed size, which is small: a file that grew does not match the index.
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
