import type { CompletedPart } from '@aws-sdk/client-s3'
import type { StoredObject } from './read.ts'
import { inParts, type PartedObject } from './upload.ts'

/** With a tag, so that another object of its name is not copied. */
type Source = StoredObject & { readonly tag: string | undefined }

/** Copies an object within the service, which copies 5 GiB at once: no byte comes here. */
export async function copyObject(source: Source, target: PartedObject, maxBytes = 5 * 1024 ** 3): Promise<void> {
  const { Bucket, Key, tag: CopySourceIfMatch } = source
  const { call, object, storage, size } = target
  const from = { CopySource: `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`, CopySourceIfMatch }
  if (size <= maxBytes) {
    await call('s3:PutObject', ({ client }) => client.copyObject({ ...object, ...storage, ...from }))
    return
  }
  await inParts(target, {}, async (UploadId) => {
    const parts: CompletedPart[] = []
    for (let start = 0; start < size; start += maxBytes) {
      const PartNumber = parts.length + 1
      const CopySourceRange = `bytes=${start}-${Math.min(size, start + maxBytes) - 1}`
      const part = { ...object, UploadId, PartNumber, ...from, CopySourceRange }
      const { CopyPartResult } = await call('s3:PutObject', ({ client }) => client.uploadPartCopy(part))
      parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    return parts
  })
}
