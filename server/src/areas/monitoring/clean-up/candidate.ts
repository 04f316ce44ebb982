/** Something that a clean-up may remove. */
export interface Candidate {
  readonly name: string
  /** That the disk gains; 0 for a file that has other names. */
  readonly bytes: number
}

/** What is removed of one kind. Nothing that is referenced, whatever happens meanwhile. */
export interface Cleaner {
  /** What would go; with `later`, what waits until nothing can be about to name it. */
  preview(): AsyncIterable<Candidate & { readonly later?: boolean }>
  /** Removes it, and tells what went. May be cut off anywhere and called again. */
  clean(signal: AbortSignal): AsyncIterable<Candidate>
}
