import type { CompletedPart } from '@aws-sdk/client-s3'
import { inTurns } from '#platform/in-turns'
import type { StoredObject } from './read.ts'
import { inParts, type PartedObject } from './upload.ts'

export interface Source extends StoredObject {
  /** So that another object of its name is not copied. */
  readonly tag: string | undefined
}

/** Bytes up to which an object is copied by one call; several at the same time copy a larger one in a fraction of the time. */
const maxCallBytes = 256 * 1024 ** 2
const maxCopying = 4

const sourceOf = ({ Bucket, Key, tag: CopySourceIfMatch }: Source) => ({
  CopySource: `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`,
  CopySourceIfMatch,
})

/** Copies an object within the service: no byte comes here. */
export async function copyObject(source: Source, target: PartedObject, maxBytes = maxCallBytes): Promise<void> {
  const { call, object, storage, size } = target
  if (size <= maxBytes) {
    const copy = { ...object, ...storage, ...sourceOf(source) }
    await call('s3:PutObject', ({ client }) => client.copyObject(copy))
    return
  }
  const starts = Array.from({ length: Math.ceil(size / maxBytes) }, (_, index) => index * maxBytes)
  await joinObjects(
    starts.map((start) => ({ ...source, range: `bytes=${start}-${Math.min(size, start + maxBytes) - 1}` })),
    target,
  )
}

/** Makes one object of several, or of parts of them, within the service. All but the last are of 5 MiB at least. */
export async function joinObjects(
  sources: readonly (Source & { readonly range?: string })[],
  target: PartedObject,
): Promise<void> {
  const { call, object } = target
  await inParts(target, {}, async (UploadId) => {
    const parts: CompletedPart[] = []
    await inTurns(sources.entries(), maxCopying, async ([index, { range: CopySourceRange, ...source }]) => {
      const PartNumber = index + 1
      const part = { ...object, UploadId, PartNumber, ...sourceOf(source), CopySourceRange }
      const { CopyPartResult } = await call('s3:PutObject', ({ client }) => client.uploadPartCopy(part))
      parts[index] = { PartNumber, ETag: CopyPartResult?.ETag }
    })
    return parts
  })
}
