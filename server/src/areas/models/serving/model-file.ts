import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '#platform/blobs/blob-store'

/** `work` gets the file's path, or its bytes where it lies in place. Undefined where it is gone. */
export async function withModelFile<Result extends object>(
  blobs: Pick<BlobStore, 'open' | 'withLocalFile'>,
  checksum: string,
  work: (model: string | Uint8Array) => Promise<Result>,
): Promise<Result | undefined> {
  return blobs.withLocalFile(checksum, async ({ file, within }) =>
    work(within === null ? file : await buffer(await blobs.open(checksum))),
  )
}
