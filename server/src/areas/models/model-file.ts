import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '#platform/blobs/blob-store'

/** A model's file as the programs that run it take it: its path, or its bytes where it has none. Undefined where it is gone. */
export async function modelFileOf(blobs: BlobStore, checksum: string): Promise<string | Uint8Array | undefined> {
  if (!(await blobs.stat(checksum))) return undefined
  const stored = await blobs.localFile?.(checksum)
  return stored?.within === null ? stored.file : buffer(await blobs.open(checksum))
}
