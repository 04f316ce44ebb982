export interface AddressOptions {
  /** For which the address works. What has begun by then is not cut off. */
  readonly seconds: number
  readonly mediaType?: string
  /** The header `content-disposition` of the answer. */
  readonly disposition?: string | undefined
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
}
