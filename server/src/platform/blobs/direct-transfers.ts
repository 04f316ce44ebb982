import type { Blob, PutOptions } from './blob-store.ts'

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
  /** With an address for each part. */
  begin(size: number): Promise<StagedUpload & { readonly addresses: string[] }>
  /**
   * Makes content of an upload whose parts have arrived, as `put` does: it is read once, for its checksum. May be repeated until
   * the upload is discarded. Contents of one checksum are written one after another.
   */
  finish(upload: StagedUpload, options?: PutOptions, inOrder?: InOrder): Promise<Blob>
  discard(upload: StagedUpload): Promise<void>
}

type InOrder = (checksum: string, work: () => Promise<void>) => Promise<void>
