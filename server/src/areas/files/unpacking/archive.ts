import type { Readable } from 'node:stream'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Content } from '#platform/http/range'

export type ArchiveSource = Pick<Content, 'size' | 'open'>

/** Only numbers, so that very many fit in memory. */
export interface EntryLocation {
  readonly offset: number
  readonly packedSize: number
  readonly size: number
  readonly method: number
  readonly crc32: number
}

/** An entry of an archive. `skip` is why something other than a file or folder is not unpacked. */
export interface ArchiveEntry {
  readonly name: string
  readonly isFolder: boolean
  /** The archive's claim in bytes, which is not trusted. */
  readonly size: number
  /** Null when entries are not compressed one by one. */
  readonly packedSize: number | null
  readonly modifiedAt: Date | undefined
  readonly isEncrypted: boolean
  readonly skip?: Text
  /** The bytes, to be read completely or not at all before the next entry. */
  open(): Promise<Readable>
  /** Absent when the archive can only be read sequentially. */
  readonly location?: EntryLocation
  /** Compares the checksum, when the archive has one. */
  matches?(crc32: number): boolean
}

export interface Archive {
  readonly count?: number
  /** The total size, as the directory claims. */
  unpackedSize?(): Promise<number>
  entries(): AsyncIterable<ArchiveEntry>
  /** Ends in an error when the content is damaged. */
  openAt?(location: EntryLocation): Promise<Readable>
  close(): void
}

/** Retrying will not help. */
export class BadArchive extends Error {
  readonly reason: Text

  constructor(reason: Text) {
    super(reason.en)
    this.reason = reason
  }
}

export const asArchiveError = (problem?: unknown): Error =>
  problem instanceof BadArchive || problem instanceof Failure
    ? problem
    : new BadArchive({ en: 'the archive is damaged', zh: '压缩包已损坏' })

export class UnpackedTooLarge extends BadArchive {
  constructor(bytes: number) {
    const size = Math.floor(bytes / 1024 ** 2)
    super({ en: `it unpacks to more than ${size} MiB`, zh: `解压后超过 ${size} MiB` })
  }
}

const extensions = { '.zip': 'zip', '.tar': 'tar', '.tar.gz': 'tar.gz', '.tgz': 'tar.gz' } as const

export type ArchiveKind = (typeof extensions)[keyof typeof extensions]

export function archiveOf(path: string): { kind: ArchiveKind; folder: string } | undefined {
  const match = Object.entries(extensions).find(([ending]) => path.toLowerCase().endsWith(ending))
  if (match === undefined) return undefined
  const folder = path.slice(0, -match[0].length)
  return folder === '' || folder.endsWith('/') ? undefined : { kind: match[1], folder }
}
