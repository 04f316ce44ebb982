import type { Readable } from 'node:stream'
import { Failure } from '@vermilion/contract/kernel/errors'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'

/** Content under its SHA-256 (hexadecimal); equal bytes are stored once. */
export interface Blob {
  readonly checksum: string
  readonly size: number
}

export interface StoredBlob extends Blob {
  /** Milliseconds since 1970 when the content was last put. */
  readonly putAt: number
  /** Bytes freed by deleting the content: none while a task's data is a hard link to the same file. */
  readonly reclaimable: number
}

/** Content that lies elsewhere. */
export interface RemoteContent {
  /** Of what is read, in bytes. */
  readonly size: number
  readonly stream: Readable
  /** Of the file of somebody else that is read; null where it is not told. */
  readonly version?: string | null
}

/** Inclusive positions of bytes, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenOptions {
  /** True reads from the store itself, where it lies elsewhere, and neither uses nor makes a copy on this machine. */
  readonly isFresh?: boolean
}

export interface PutOptions {
  /** Content with another checksum is refused with `ChecksumDiffers` and leaves nothing behind. */
  readonly checksum?: string | undefined
  readonly signal?: AbortSignal
}

export interface AddressOptions {
  /** For which the address works. What has begun by then is not cut off. */
  readonly seconds: number
  readonly mediaType?: string
  /** The header `content-disposition` of the answer. */
  readonly disposition?: string | undefined
}

/** An upload that is sent to the store itself, to lie there until its checksum is known. */
export interface StagedUpload {
  readonly id: string
  readonly uploadId: string
  readonly size: number
}

/** Transfers past this server, by addresses each of which is good for one kind of request on one object. Never log one. */
export interface DirectTransfers {
  /** `s3://bucket/prefix`, and the address of the service where it is not that of AWS. */
  readonly place: { readonly bucket: string; readonly endpoint: string | null }
  /** Who is given addresses: nobody, until a test has held. The source is what those of browsers lie below. */
  readonly openings: { browserSource: string | null; nodes: boolean }
  /** Undefined when the content does not lie in the store. */
  address(checksum: string, options: AddressOptions): Promise<string | undefined>
  /** Adds an object that a browser is to read and then to replace. */
  addProbe(contentOf: (id: string) => string): Promise<{ id: string; read: string; write: string; source: string }>
  /** Deletes it. Undefined when there is none. */
  takeProbe(id: string): Promise<string | undefined>
  /** The answer has an address for each part. */
  begin(size: number): Promise<StagedUpload & { readonly addresses: string[] }>
  /**
   * Makes content of an upload whose parts have arrived, as `put` does: it is read once, for its checksum. May be repeated until
   * the upload is discarded.
   */
  finish(upload: StagedUpload, options?: PutOptions): Promise<Blob>
  discard(upload: StagedUpload): Promise<void>
  /** Begins an upload of a known size that is sent on while it arrives; undefined for a small one, which is put when it is complete. */
  beginForwarding(size: number): Promise<StagedUpload | undefined>
  /** Goes on with what has arrived of it. Undefined when it is not there any more. */
  forward(upload: StagedUpload): Promise<ForwardedUpload | undefined>
}

/** Bytes that were written may be lost when `write` or `finish` fails: forward the upload anew then, and ask how much has arrived. */
export interface ForwardedUpload {
  /** The bytes that have arrived, counted from the start of the content. */
  arrived(): number
  /** Resolves when more can be taken. */
  write(content: Uint8Array): Promise<void>
  /** Makes content of what has arrived completely, as `put` does. May be repeated. */
  finish(options?: PutOptions): Promise<Blob>
  stop(): Promise<void>
}

/** Where the content of a store lies when it is not on this machine, and since when, in milliseconds since 1970, it is away. */
export interface StoreService {
  readonly address: string
  readonly away: { readonly since: number; readonly problem: Text } | null
}

/**
 * Stores content by checksum, on this machine or elsewhere. Content that `put` has confirmed survives a power cut. A put comes
 * before the row that names it: a crash in between leaves an orphan for `collectBlobs`, never a row without content. Each call fails with `StoreUnreachable` while the store is away.
 */
export interface BlobStore {
  readonly service?: () => StoreService | undefined
  put(content: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<Blob>
  /** Moves a finished file into the store, without copying where possible. */
  putFile(file: string, options?: PutOptions): Promise<Blob>
  /** Stores contents in order; faster than as many puts. */
  putAll(contents: readonly Uint8Array[]): Promise<Blob[]>
  /** Fails with the code ENOENT when the content does not exist. */
  open(checksum: string, range?: ByteRange, options?: OpenOptions): Promise<Readable>
  stat(checksum: string): Promise<StoredBlob | undefined>
  /** Deletes content, unless it was put again at or after `unlessPutSince`. */
  delete(checksum: string, unlessPutSince?: number): Promise<void>
  /** Contents come in the order of their checksums. */
  list(): AsyncIterable<StoredBlob>
  /**
   * `work` only reads the file, which may be deleted once `work` has settled. Returns its result, or undefined, without calling
   * it, when the content does not exist.
   */
  withLocalFile<Result extends WorkResult>(checksum: string, work: LocalFileWork<Result>): Promise<Result | undefined>
  /** A hard link where the store allows it, else a copy. Returns false, without a file, when the content does not exist. */
  placeFile(checksum: string, path: string): Promise<boolean>
  /** For a store that others may reach too. */
  readonly direct?: DirectTransfers | undefined
}

/** Undefined is reserved for content that does not exist. */
export type WorkResult = object | string | boolean
export type LocalFileWork<Result> = (file: LocalFile) => Promise<Result>

export interface LocalFile {
  readonly file: string
  /**
   * The real path of the folder that `file` is relative to, when it is somebody else's: read it with `openInFolder` and never
   * link it, since a link can be written to. Null for the store's own file or a copy.
   */
  readonly within: string | null
}

export class ChecksumDiffers extends Error {}

/** The store cannot be reached. The code is that of a failing disk, so that nobody takes the content for damaged or missing. */
export class StoreUnreachable extends Failure {
  readonly code = 'EIO'
  readonly problem: Text

  constructor(problem: string | Text, cause?: Error) {
    super('store.unreachable', { problem })
    this.problem = typeof problem === 'string' ? { en: problem, zh: problem } : problem
    if (cause !== undefined) this.cause = cause
  }

  /** Names the content that could not be reached. */
  about(checksum: string): StoreUnreachable {
    const text = { en: '{problem} ({checksum})', zh: '{problem}（{checksum}）' }
    return new StoreUnreachable(sayInBoth(text, { ...this.values, checksum }), this.cause as Error | undefined)
  }
}

export function isChecksum(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

export function requireChecksum(text: string): string {
  if (!isChecksum(text)) throw new Error(`not a checksum: ${text}`)
  return text
}
