import type { LocalFile } from '#platform/blobs/blob-store'
import { fileState, hasCode, openInFolder, sameState, type FileState } from '#platform/blobs/folder-file'

/** The file is gone, or is another than the index says. */
export class NotAsIndexed extends Error {}

/** The bytes of a file in place that is as the index says, and stays so meanwhile. */
export async function readAsIndexed({ file, within }: LocalFile, state: FileState): Promise<Buffer> {
  const { handle, ...opened } = await openInFolder(within ?? '', file).catch((error: unknown) => {
    throw hasCode(error, 'EIO', 'EMFILE', 'ENFILE') ? error : new NotAsIndexed()
  })
  try {
    if (!sameState(opened, state)) throw new NotAsIndexed()
    // No more than the index says, which is little: a file that grew meanwhile is not as indexed.
    const bytes = Buffer.alloc(state.size)
    const { bytesRead } = await handle.read(bytes, 0, state.size, 0)
    if (bytesRead !== state.size || !sameState(state, fileState(await handle.stat()))) throw new NotAsIndexed()
    return bytes
  } finally {
    await handle.close()
  }
}
