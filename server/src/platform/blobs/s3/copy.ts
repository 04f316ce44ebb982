import type { CompletedPart } from '@aws-sdk/client-s3'
import type { StoredObject } from './read.ts'
import { inParts, type PartedObject } from './upload.ts'

interface Source extends StoredObject {
  /** Another object of its name is not copied. */
  readonly tag: string | undefined
  readonly size: number
}

/** Copies an object within the service, which copies 5 GiB at once: no byte comes here. */
export async function copyObject(source: Source, target: PartedObject, maxBytes = 5 * 1024 ** 3): Promise<void> {
  const { Bucket, Key, tag: CopySourceIfMatch, size } = source
  const { call, object, storage } = target
  const from = { CopySource: `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`, CopySourceIfMatch }
  if (size <= maxBytes) {
    await call('s3:PutObject', ({ client, library }) =>
      client.send(new library.CopyObjectCommand({ ...object, ...storage, ...from })),
    )
    return
  }
  await inParts(target, {}, async (UploadId) => {
    const Parts: CompletedPart[] = []
    for (let start = 0; start < size; start += maxBytes) {
      const part = { ...object, UploadId, PartNumber: Parts.length + 1, ...from }
      const CopySourceRange = `bytes=${start}-${Math.min(size, start + maxBytes) - 1}`
      const { CopyPartResult } = await call('s3:PutObject', ({ client, library }) =>
        client.send(new library.UploadPartCopyCommand({ ...part, CopySourceRange })),
      )
      Parts.push({ PartNumber: part.PartNumber, ETag: CopyPartResult?.ETag })
    }
    await call('s3:PutObject', ({ client, library }) =>
      client.send(new library.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } })),
    )
  })
}
