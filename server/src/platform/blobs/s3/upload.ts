import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { CompletedPart, PutObjectCommand, PutObjectCommandInput, UploadPartCommand } from '@aws-sdk/client-s3'
import { inTurns } from '#platform/in-turns'
import type { ByteRange } from '../blob-store.ts'
import { hashParts } from '../incoming.ts'
import { causeOf, type Call, type Connection } from './connection.ts'
import type { StoredObject } from './read.ts'

export type StorageOptions = Pick<PutObjectCommandInput, 'ServerSideEncryption' | 'StorageClass'>

export const mebibyte = 1024 ** 2
const minPartBytes = 32 * mebibyte
/** The most that S3 takes of one upload. */
export const maxParts = 10_000
const maxSending = 4

/** Sends a body with its SHA-256 (hexadecimal) in the signature: S3 refuses another with the status 400. */
export async function sendBody(
  client: Connection['client'],
  command: PutObjectCommand | UploadPartCommand,
  checksum: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const put = command as PutObjectCommand
  const stream = put.input.Body instanceof Readable ? put.input.Body : undefined
  const broken = new AbortController()
  stream?.once('error', (error) => broken.abort(error))
  // The client would otherwise compute it from the body, which it cannot do of a stream.
  put.middlewareStack.add(
    (next) => (sent) => {
      ;(sent.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = checksum
      return next(sent)
    },
    { step: 'build' },
  )
  try {
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
  readonly size: number
  readonly signal?: AbortSignal | undefined
  /** Opens content that is the same bytes each time. */
  readonly open: (range: ByteRange) => Promise<Readable>
  readonly arrived?: (bytes: number) => Promise<void>
}

/** Leaves no part behind when it fails; when the process ends meanwhile, `abortUnfinished` deletes them later. */
export async function uploadInParts(upload: Upload): Promise<void> {
  const { call, object, storage, signal } = upload
  const order = { ...object, ...storage, ChecksumAlgorithm: 'SHA256' } as const
  const create = ({ client }: Connection) => client.createMultipartUpload(order)
  const { UploadId = '' } = await call('s3:PutObject', create, { signal })
  try {
    await complete(upload, UploadId, await sendParts(upload, UploadId))
  } catch (error) {
    // After the last part has ended: one that arrived later would stay. What fails here is deleted a day later.
    const abort = ({ client }: Connection) => client.abortMultipartUpload({ ...object, UploadId })
    await call('s3:AbortMultipartUpload', abort).catch(() => undefined)
    throw error
  }
}

async function sendParts(upload: Upload, UploadId: string): Promise<CompletedPart[]> {
  const { call, object, open, size, signal: called } = upload
  const stop = new AbortController()
  const signal = called === undefined ? stop.signal : AbortSignal.any([called, stop.signal])
  const partBytes = Math.max(minPartBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
  const parts: CompletedPart[] = []

  async function sendOne(index: number): Promise<void> {
    const start = index * partBytes
    const ContentLength = Math.min(partBytes, size - start)
    const range = { start, end: start + ContentLength - 1 }
    const { checksum } = await hashParts(await open(range), signal)
    const PartNumber = index + 1
    const ChecksumSHA256 = Buffer.from(checksum, 'hex').toString('base64')
    const part = { ...object, UploadId, PartNumber, ChecksumSHA256, ContentLength }
    const send = async ({ client, library }: Connection) =>
      sendBody(client, new library.UploadPartCommand({ ...part, Body: await open(range) }), checksum, signal)
    const ETag = await call('s3:PutObject', send, { signal })
    parts[index] = { PartNumber, ETag, ChecksumSHA256 }
    await upload.arrived?.(ContentLength)
  }

  await inTurns(Array.from({ length: Math.ceil(size / partBytes) }).keys(), maxSending, (index) =>
    sendOne(index).catch((error: unknown) => {
      stop.abort(error)
      throw error
    }),
  )
  return parts
}

async function complete({ call, object, size, signal }: Upload, UploadId: string, parts: CompletedPart[]) {
  const upload = { ...object, UploadId, MultipartUpload: { Parts: parts } }
  const putTogether = ({ client }: Connection) => client.completeMultipartUpload(upload)
  // A call that was carried out and whose answer got lost is repeated, and finds no upload any more.
  await call('s3:PutObject', putTogether, { signal }).catch(ifNoUpload)
  const digests = parts.map(({ ChecksumSHA256 = '' }) => Buffer.from(ChecksumSHA256, 'base64'))
  const expected = `${createHash('sha256').update(Buffer.concat(digests)).digest('base64')}-${parts.length}`
  const look = ({ client }: Connection) => client.headObject({ ...object, ChecksumMode: 'ENABLED' })
  const { ContentLength, ChecksumSHA256 = expected } = await call('s3:GetObject', look, { signal })
  if (ContentLength !== size || ChecksumSHA256 !== expected)
    throw new Error(`${object.Key} was put together wrongly: ${ContentLength} of ${size} bytes`)
}

export function ifNoUpload(error: unknown): void {
  if (causeOf(error) !== 'NoSuchUpload') throw error
}

/** Aborts uploads that began before a time, in milliseconds since 1970. */
export async function abortUnfinished(
  call: Call,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix: string },
  time: number,
  signal?: AbortSignal,
): Promise<void> {
  const options = signal && { abortSignal: signal }
  let KeyMarker: string | undefined
  do {
    // By key alone: not every service takes the id that it gave. What is left of the last key is met again a day later.
    const list = ({ client }: Connection) => client.listMultipartUploads({ Bucket, Prefix, KeyMarker }, options)
    const page = await call('s3:ListBucketMultipartUploads', list, { signal })
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      const abort = ({ client }: Connection) => client.abortMultipartUpload({ Bucket, Key, UploadId }, options)
      if (Initiated !== undefined && Initiated.getTime() < time)
        await call('s3:AbortMultipartUpload', abort).catch(() => undefined)
    }
    KeyMarker = page.IsTruncated === true ? page.NextKeyMarker : undefined
  } while (KeyMarker !== undefined)
}
