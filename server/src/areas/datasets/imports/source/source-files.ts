import type { Text } from '@vermilion/contract/kernel/text'

/** What is known of a file of a source before it is read. */
export interface RefusedFile {
  readonly path: string
  readonly reason: Text
}

/** The files that an import reads, wherever they lie. Paths are relative, with `/`; only these can be opened. */
export interface SourceFiles {
  readonly paths: readonly string[]
  /** Files that are there and cannot be read. */
  readonly refused: readonly RefusedFile[]
  size(path: string): number
  /** The bytes of a file, any number of times. */
  open(path: string): Promise<AsyncIterable<Uint8Array>>
  /** The id of a file that lies in a data space as it is. */
  spaceFile?(path: string): string | undefined
  close(): Promise<void>
}

/** The files that systems keep beside those of people. */
export function isOfSystem(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX(?:\/|$)|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path)
}
