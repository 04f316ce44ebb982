import type { Readable } from 'node:stream'

/** Content by its SHA-256 (hexadecimal): the same bytes are kept once. */
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
  /** Refused with `ChecksumDiffers`, leaving nothing behind, when the content turns out to be something else. */
  readonly checksum?: string | undefined
  readonly signal?: AbortSignal
}

/**
 * Where content lives. What `put` has answered survives a power cut. A put comes before the row that names it, so a
 * crash between them leaves content that nothing names; it is collected later (`collectBlobs`), never the reverse.
 */
export interface BlobStore {
  put(content: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<Blob>
  /** Takes a finished file over without copying it where the store can; the file is gone afterwards. */
  putFile(file: string, options?: PutOptions): Promise<Blob>
  /** Many small contents at once, in their order; quicker than as many puts. */
  putAll(contents: readonly Uint8Array[]): Promise<Blob[]>
  /** The content or a part of it. Fails with the code ENOENT when there is none. */
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
   * Null for the store's own file, which may be read and linked. For one that is somebody else's: the true path of the
   * folder that `file` is relative to. It is read with `openInFolder` and never linked, since a link can be written to.
   */
  readonly within: string | null
}

export class ChecksumDiffers extends Error {}

/** Whether a text can be the name of content. */
export function isChecksum(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
