import type { ScanReport } from '@vermilion/contract/spaces'
import type { RemoteContent, ByteRange } from './blob-store.ts'

export interface RemoteFile {
  /** Relative to the folder, with slashes. */
  readonly path: string
  /** Bytes; null where a list does not tell. */
  readonly size: number | null
  /** Microseconds since 1970; null where it is not told. */
  readonly modifiedAt: number | null
  /** Changes with the content: `ETag`, and of a bucket that has versions their id. Null where it is not told. */
  readonly version: string | null
}

/** Files of somebody else on another machine: objects of a bucket below a prefix, or what a list of addresses names. Only read. */
export interface RemoteFolder {
  /** Pages of files, in the order of their paths as UTF-8, beginning after one. */
  list(options: {
    readonly after?: string | undefined
    readonly signal: AbortSignal
  }): AsyncIterable<readonly RemoteFile[]>
  /** Entries of a list that name no file, after it was listed; nothing of a bucket. */
  skipped?(): Promise<ScanReport['skipped']>
  /** Fails with the code ENOENT when there is no such file, or it no longer has the version. */
  read(path: string, version: string | null, range?: ByteRange): Promise<RemoteContent>
}
