export interface Candidate {
  readonly name: string
  /** Freed bytes; 0 for a file with other hard links. */
  readonly bytes: number
}

export interface HeldAmount {
  readonly isEmpty: boolean
  readonly files: number
  readonly bytes: number
}

/** Restores or releases held content. Both are idempotent after any interruption. */
export interface Holder {
  measure(): Promise<HeldAmount>
  restore(signal: AbortSignal): Promise<void>
  release(signal: AbortSignal): AsyncIterable<Candidate>
}

/** Removes one kind of garbage, never anything referenced, even concurrently. */
export interface Cleaner {
  /** Entries that would be deleted; `later` ones may still become referenced. */
  preview(): AsyncIterable<Candidate & { readonly later?: boolean }>
  /** Deletes and yields the entries; none for held content. Idempotent after any interruption. */
  clean(signal: AbortSignal): AsyncIterable<Candidate>
  readonly holder?: Holder
}
