/** Something that a clean-up may remove. */
export interface Candidate {
  readonly name: string
  /** That the disk gains; 0 for a file that has other names. */
  readonly bytes: number
}

export interface HeldAmount {
  readonly isEmpty: boolean
  /** That the disk gains in the end. */
  readonly files: number
  readonly bytes: number
}

/** What becomes of what a clean-up holds. `restore` and `release` may be cut off anywhere and called again. */
export interface Holder {
  measure(): Promise<HeldAmount>
  /** Puts it back where it was. */
  restore(signal: AbortSignal): Promise<void>
  /** Removes it for good, and tells what went. */
  release(signal: AbortSignal): AsyncIterable<Candidate>
}

/** What is removed of one kind. Nothing that is referenced, whatever happens meanwhile. */
export interface Cleaner {
  /** What would go; with `later`, what waits until nothing can be about to name it. */
  preview(): AsyncIterable<Candidate & { readonly later?: boolean }>
  /** Removes it, and tells what went: nothing where it is held. May be cut off anywhere and called again. */
  clean(signal: AbortSignal): AsyncIterable<Candidate>
  /** Of what cannot be made again. */
  readonly holder?: Holder
}
