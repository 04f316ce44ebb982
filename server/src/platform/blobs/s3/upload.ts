import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type {
  CompletedPart,
  ListMultipartUploadsCommandInput,
  ListMultipartUploadsCommandOutput,
  PutObjectCommandInput,
} from '@aws-sdk/client-s3'
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

interface FilePart {
  readonly file: string
  readonly start: number
  readonly size: number
  /** SHA-256 in hexadecimal. */
  readonly digest: string
  readonly signal?: AbortSignal | undefined
}

interface SendOptions {
  readonly body: Pick<PutObjectCommandInput, 'Body' | 'ContentLength'>
  readonly call: { readonly abortSignal: AbortSignal }
}

interface Command {
  readonly middlewareStack: { add(middleware: never, options: { step: 'build' }): void }
}
type WithDigest = <Sent extends Command>(command: Sent) => Sent

/** Sends bytes of a file with their checksum in the signature: S3 refuses others with the status 400. */
export async function sendFile<Result>(
  { file, start, size, digest, signal }: FilePart,
  send: (withDigest: WithDigest, options: SendOptions) => Promise<Result>,
): Promise<Result> {
  const isSmall = start === 0 && size <= maxReadBytes
  const stream = isSmall ? undefined : createReadStream(file, { start, end: start + size - 1 })
  const broken = new AbortController()
  const abortSignal = signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal])
  stream?.once('error', (error) => broken.abort(error))
  try {
    const options = { body: { Body: stream ?? (await readFile(file)), ContentLength: size }, call: { abortSignal } }
    return await send((command) => withDigest(command, digest), options)
  } finally {
    stream?.destroy()
  }
}

interface Next {
  (sent: { request: { headers: Record<string, string> } }): unknown
}

/** The client would otherwise compute it from the body, which it cannot do of a stream. */
function withDigest<Sent extends Command>(command: Sent, digest: string): Sent {
  const middleware = (next: Next): Next => {
    return (sent) => {
      sent.request.headers['x-amz-content-sha256'] = digest
      return next(sent)
    }
  }
  command.middlewareStack.add(middleware as never, { step: 'build' })
  return command
}

interface Upload {
  readonly call: Call
  readonly object: StoredObject
  readonly storage: StorageOptions
  readonly file: string
  readonly size: number
  readonly signal?: AbortSignal | undefined
}

/** Leaves no part behind when it fails; when the process ends meanwhile, `abortUnfinished` deletes them later. */
export async function uploadInParts(upload: Upload): Promise<void> {
  const { call, object, storage, signal } = upload
  const { UploadId } = await call(
    's3:PutObject',
    ({ client, library }) =>
      client.send(new library.CreateMultipartUploadCommand({ ...object, ...storage, ChecksumAlgorithm: 'SHA256' })),
    { signal },
  )
  try {
    const parts = await sendParts(upload, UploadId)
    await complete(upload, UploadId, parts)
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
    const digest = await digestOf(part, signal)
    const PartNumber = index + 1
    const ChecksumSHA256 = digest.toString('base64')
    const { ETag } = await call(
      's3:PutObject',
      ({ client, library }) =>
        sendFile({ ...part, digest: digest.toString('hex'), signal }, (sent, options) => {
          const part = { ...object, UploadId, PartNumber, ChecksumSHA256, ...options.body }
          return client.send(sent(new library.UploadPartCommand(part)), options.call)
        }),
      { signal },
    )
    parts[index] = { PartNumber, ETag, ChecksumSHA256 }
  }

  async function sendNext(): Promise<void> {
    while (next < count) await sendOne(next++)
  }
  const sending = Array.from({ length: maxSending }, () =>
    sendNext().catch((error: unknown) => {
      stop.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(sending)
  await Promise.all(sending)
  return parts
}

async function digestOf({ file, start, size }: Omit<FilePart, 'digest'>, signal: AbortSignal): Promise<Buffer> {
  const digest = createHash('sha256')
  const options = { start, end: start + size - 1, highWaterMark: maxReadBytes, signal }
  for await (const bytes of createReadStream(file, options)) digest.update(bytes as Buffer)
  return digest.digest()
}

async function complete(upload: Upload, UploadId: string | undefined, parts: CompletedPart[]): Promise<void> {
  const { call, object, size, signal } = upload
  const digests = parts.map(({ ChecksumSHA256 = '' }) => Buffer.from(ChecksumSHA256, 'base64'))
  const expected = `${createHash('sha256').update(Buffer.concat(digests)).digest('base64')}-${parts.length}`
  const stat = () =>
    call('s3:GetObject', ({ client, library }) => client.send(new library.HeadObjectCommand(object)), { signal })
  const reported = await call(
    's3:PutObject',
    ({ client, library }) =>
      client.send(
        new library.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } }),
      ),
    { signal },
  ).catch((error: unknown) => {
    // A call that was carried out and whose answer got lost is repeated, and finds no upload any more.
    if (!(error instanceof Error && error.cause instanceof Error && error.cause.name === 'NoSuchUpload')) throw error
    return undefined
  })
  const { ContentLength } = await stat()
  const isSame = reported?.ChecksumSHA256 === undefined || reported.ChecksumSHA256 === expected
  if (ContentLength !== size || !isSame)
    throw new Error(`${object.Key} was put together wrongly: ${ContentLength} of ${size} bytes`)
}

interface Location {
  readonly Bucket: string
  readonly Prefix: string
}

/** Aborts uploads that began before a time, in milliseconds since 1970. */
export async function abortUnfinished(
  call: Call,
  { Bucket, Prefix }: Location,
  time: number,
  signal?: AbortSignal,
): Promise<void> {
  const options = { ...(signal && { abortSignal: signal }) }
  let markers: Markers | undefined = {}
  while (markers !== undefined) {
    const from: Markers = markers
    const page: ListMultipartUploadsCommandOutput = await call(
      's3:ListBucketMultipartUploads',
      ({ client, library }) =>
        client.send(new library.ListMultipartUploadsCommand({ Bucket, Prefix, ...from }), options),
      { signal },
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if ((Initiated?.getTime() ?? Number.POSITIVE_INFINITY) > time) continue
      await call(
        's3:AbortMultipartUpload',
        ({ client, library }) => client.send(new library.AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
        { signal },
        // What is not deleted now is met again at the next start.
      ).catch(() => undefined)
    }
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    markers = IsTruncated === true ? { KeyMarker, UploadIdMarker } : undefined
  }
}

type Markers = Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'>
