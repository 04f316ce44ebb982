import type { Text } from '@vermilion/contract/kernel/text'

export interface RefusedFile {
  readonly path: string
  readonly reason: Text
}

/** Paths are relative, with `/`; only these can be opened. */
export interface SourceFiles {
  readonly paths: readonly string[]
  readonly refused: readonly RefusedFile[]
  size(path: string): number
  /** The bytes of a file; may be opened repeatedly. */
  open(path: string): Promise<AsyncIterable<Uint8Array>>
  spaceFile?(path: string): string | undefined
  close(): Promise<void>
}

export function isOfSystem(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX(?:\/|$)|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path)
}
