import type { Readable } from 'node:stream'

/** Content under its SHA-256 (hexadecimal); equal bytes are stored once. */
export interface Blob {
  readonly checksum: string
  readonly size: number
}

export interface StoredBlob extends Blob {
  /** Milliseconds since 1970 when the content was last put. */
  readonly putAt: number
}

/** Inclusive positions of bytes, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface PutOptions {
  /** Content with another checksum is refused with `ChecksumDiffers` and leaves nothing behind. */
  readonly checksum?: string | undefined
  readonly signal?: AbortSignal
}

/**
 * Stores content by checksum. What `put` has confirmed survives a power cut. A put comes before the row that names it: a crash in
 * between leaves an orphan for `collectBlobs`, never a row without content.
 */
export interface BlobStore {
  put(content: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<Blob>
  /** Moves a finished file into the store, without copying where possible. */
  putFile(file: string, options?: PutOptions): Promise<Blob>
  /** Stores many small contents in order; faster than as many puts. */
  putAll(contents: readonly Uint8Array[]): Promise<Blob[]>
  /** Fails with the code ENOENT when the content does not exist. */
  open(checksum: string, range?: ByteRange): Promise<Readable>
  stat(checksum: string): Promise<StoredBlob | undefined>
  /** Deletes content, unless it was put again at or after `unlessPutSince`. */
  delete(checksum: string, unlessPutSince?: number): Promise<void>
  list(): AsyncIterable<StoredBlob>
  /** The file that holds the content, where it lies on this machine. */
  readonly localFile?: (checksum: string) => Promise<LocalFile | undefined>
}

export interface LocalFile {
  readonly file: string
  /**
   * Null for the store's own file, which may be read and linked. For a file of somebody else, the real path of the folder that
   * `file` is relative to: read it with `openInFolder` and never link it, since a link can be written to.
   */
  readonly within: string | null
}

export class ChecksumDiffers extends Error {}

export function isChecksum(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
