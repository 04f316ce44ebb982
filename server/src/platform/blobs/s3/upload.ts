import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type {
  CompletedPart,
  ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  PutObjectCommandInput,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { ByteRange } from '../blob-store.ts'
import { hashParts } from '../incoming.ts'
import type { Call } from './connection.ts'
import type { StoredObject } from './read.ts'

export type StorageOptions = Pick<PutObjectCommandInput, 'ServerSideEncryption' | 'StorageClass'>

const mebibyte = 1024 ** 2
/** Bytes of a file that is read at once. */
const maxReadBytes = mebibyte
const minPartBytes = 32 * mebibyte
/** The most that S3 takes of one upload. */
const maxParts = 10_000
const maxSending = 4

/** Content that is the same bytes each time it is read. */
type OpenRange = (range: ByteRange) => Promise<Readable>

const openRange = async (file: string | OpenRange, range: ByteRange): Promise<Readable> =>
  typeof file === 'string' ? createReadStream(file, range) : file(range)

interface FilePart {
  /** Or the bytes themselves. */
  readonly file: string | Uint8Array | OpenRange
  readonly start: number
  readonly size: number
  /** SHA-256 in hexadecimal. */
  readonly digest: string
  readonly signal?: AbortSignal | undefined
}

/** Sends bytes of a file with their checksum in the signature: S3 refuses others with the status 400. */
export async function sendFile(
  client: S3Client,
  command: PutObjectCommand | UploadPartCommand,
  { file, start, size, digest, signal }: FilePart,
): Promise<string | undefined> {
  const isSmall = typeof file === 'string' && start === 0 && size <= maxReadBytes
  const bytes = isSmall ? await readFile(file) : file instanceof Uint8Array ? file : undefined
  const stream = bytes ? undefined : await openRange(file as string | OpenRange, { start, end: start + size - 1 })
  const broken = new AbortController()
  stream?.once('error', (error) => broken.abort(error))
  const put = command as PutObjectCommand
  // The client would otherwise compute it from the body, which it cannot do of a stream.
  put.middlewareStack.add(
    (next) => (sent) => {
      ;(sent.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = digest
      return next(sent)
    },
    { step: 'build' },
  )
  try {
    Object.assign(put.input, { Body: stream ?? bytes, ContentLength: size })
    const abortSignal = signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal])
    return (await client.send(put, { abortSignal })).ETag
  } finally {
    stream?.destroy()
  }
}

interface Upload {
  readonly call: Call
  readonly object: StoredObject
  readonly storage?: StorageOptions
  readonly file: string | OpenRange
  readonly size: number
  readonly signal?: AbortSignal | undefined
  readonly arrived?: (bytes: number) => Promise<void>
}

export type PartedObject = Pick<Upload, 'call' | 'object' | 'storage' | 'signal'>

export const uploadInParts = (upload: Upload): Promise<void> =>
  inParts(upload, { ChecksumAlgorithm: 'SHA256' }, async (UploadId) =>
    complete(upload, UploadId, await sendParts(upload, UploadId)),
  )

/** Leaves no part behind when it fails; when the process ends meanwhile, `abortUnfinished` deletes them later. */
export async function inParts(
  { call, object, storage, signal }: PartedObject,
  options: { readonly ChecksumAlgorithm?: 'SHA256' },
  send: (UploadId: string | undefined) => Promise<void>,
): Promise<void> {
  const { UploadId } = await call(
    's3:PutObject',
    ({ client, library }) =>
      client.send(new library.CreateMultipartUploadCommand({ ...object, ...storage, ...options })),
    { signal },
  )
  try {
    await send(UploadId)
  } catch (error) {
    // After the last part has ended: one that arrived later would stay. What fails here is deleted a day later.
    await call('s3:AbortMultipartUpload', ({ client, library }) =>
      client.send(new library.AbortMultipartUploadCommand({ ...object, UploadId })),
    ).catch(() => undefined)
    throw error
  }
}

async function sendParts(upload: Upload, UploadId: string | undefined): Promise<CompletedPart[]> {
  const { call, object, file, size, signal: called } = upload
  const stop = new AbortController()
  const signal = called === undefined ? stop.signal : AbortSignal.any([called, stop.signal])
  const partBytes = Math.max(minPartBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
  const count = Math.ceil(size / partBytes)
  const parts: CompletedPart[] = []
  let next = 0

  async function sendOne(index: number): Promise<void> {
    const start = index * partBytes
    const part = { file, start, size: Math.min(partBytes, size - start) }
    const bytes: AsyncIterable<Buffer> = await openRange(file, { start, end: start + part.size - 1 })
    const { checksum: digest } = await hashParts(bytes, signal)
    const PartNumber = index + 1
    const ChecksumSHA256 = Buffer.from(digest, 'hex').toString('base64')
    const ETag = await call(
      's3:PutObject',
      ({ client, library }) => {
        const command = new library.UploadPartCommand({ ...object, UploadId, PartNumber, ChecksumSHA256 })
        return sendFile(client, command, { ...part, digest, signal })
      },
      { signal },
    )
    parts[index] = { PartNumber, ETag, ChecksumSHA256 }
    await upload.arrived?.(part.size)
  }

  const sending = Array.from({ length: maxSending }, async () => {
    try {
      while (next < count) await sendOne(next++)
    } catch (error) {
      stop.abort(error)
      throw error
    }
  })
  await Promise.allSettled(sending)
  await Promise.all(sending)
  return parts
}

async function complete(upload: Upload, UploadId: string | undefined, parts: CompletedPart[]): Promise<void> {
  const { call, object, size, signal } = upload
  const digests = parts.map(({ ChecksumSHA256 = '' }) => Buffer.from(ChecksumSHA256, 'base64'))
  const expected = `${createHash('sha256').update(Buffer.concat(digests)).digest('base64')}-${parts.length}`
  const MultipartUpload = { Parts: parts }
  await call(
    's3:PutObject',
    ({ client, library }) =>
      client.send(new library.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload })),
    { signal },
  ).catch((error: unknown) => {
    // A call that was carried out and whose answer got lost is repeated, and finds no upload any more.
    if (!(error instanceof Error && error.cause instanceof Error && error.cause.name === 'NoSuchUpload')) throw error
  })
  const { ContentLength, ChecksumSHA256 = expected } = await call(
    's3:GetObject',
    ({ client, library }) => client.send(new library.HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' })),
    { signal },
  )
  if (ContentLength !== size || ChecksumSHA256 !== expected)
    throw new Error(`${object.Key} was put together wrongly: ${ContentLength} of ${size} bytes`)
}

/** Aborts uploads that began before a time, in milliseconds since 1970. */
export async function abortUnfinished(
  call: Call,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix: string },
  time: number,
  signal?: AbortSignal,
): Promise<void> {
  const options = { ...(signal && { abortSignal: signal }) }
  let KeyMarker: string | undefined
  do {
    // By key alone: not every service takes the id that it gave. What is left of the last key is met again a day later.
    const location = { Bucket, Prefix, KeyMarker }
    const page: ListMultipartUploadsCommandOutput = await call(
      's3:ListBucketMultipartUploads',
      ({ client, library }) => client.send(new library.ListMultipartUploadsCommand(location), options),
      { signal },
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated !== undefined && Initiated.getTime() < time)
        await call('s3:AbortMultipartUpload', ({ client, library }) =>
          client.send(new library.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options),
        ).catch(() => undefined)
    KeyMarker = page.IsTruncated === true ? page.NextKeyMarker : undefined
  } while (KeyMarker !== undefined)
}

/** Deletes objects that lie below a prefix since before a time. */
export async function deleteStaged(call: Call, Bucket: string, Prefix: string, time: number): Promise<void> {
  await call('s3:DeleteObject', async ({ client, library }) => {
    const { Contents = [] } = await client.send(new library.ListObjectsV2Command({ Bucket, Prefix }))
    for (const { Key, LastModified } of Contents)
      if (LastModified !== undefined && LastModified.getTime() < time)
        await client.send(new library.DeleteObjectCommand({ Bucket, Key }))
  })
}
