import type { Text } from '@vermilion/contract/kernel/text'

/** A file that is refused before it is read. */
export interface RefusedFile {
  readonly path: string
  readonly reason: Text
}

/** The files of an import, wherever they are stored. Paths are relative, with `/`; only these can be opened. */
export interface SourceFiles {
  readonly paths: readonly string[]
  /** Existing but unreadable files. */
  readonly refused: readonly RefusedFile[]
  size(path: string): number
  /** The bytes of a file; may be opened repeatedly. */
  open(path: string): Promise<AsyncIterable<Uint8Array>>
  /** The id of a file that is already in a space. */
  spaceFile?(path: string): string | undefined
  close(): Promise<void>
}

/** True for files that operating systems add. */
export function isOfSystem(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX(?:\/|$)|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path)
}
