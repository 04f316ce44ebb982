import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '#platform/blobs/blob-store'

/** A model's file by path, or its bytes when the store has no local file. Undefined when it is gone. */
export async function modelFileOf(blobs: BlobStore, checksum: string): Promise<string | Uint8Array | undefined> {
  if (!(await blobs.stat(checksum))) return undefined
  const stored = await blobs.localFile?.(checksum)
  return stored?.within === null ? stored.file : buffer(await blobs.open(checksum))
}
