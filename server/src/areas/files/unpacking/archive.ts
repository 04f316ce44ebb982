import type { Readable } from 'node:stream'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Content } from '#platform/http/range'

/** Where an archive lies. */
export type ArchiveSource = Pick<Content, 'size' | 'open'>

/** Where one entry lies in an archive that can be read at any place: numbers alone, so that very many can be kept. */
export interface EntryLocation {
  readonly offset: number
  readonly packedSize: number
  readonly size: number
  readonly method: number
  readonly crc32: number
}

/** One thing in an archive. Of what is not a file or a folder, `skip` says why it is not taken. */
export interface ArchiveEntry {
  readonly name: string
  readonly isFolder: boolean
  /** Bytes, as the archive says; it is not believed. */
  readonly size: number
  /** Null where entries are not packed one by one. */
  readonly packedSize: number | null
  readonly modifiedAt: Date | undefined
  readonly isEncrypted: boolean
  readonly skip?: Text
  /** The bytes. To be read to their end, or not at all, before the next entry. */
  open(): Promise<Readable>
  /** Absent where the archive can only be read from its beginning to its end. */
  readonly location?: EntryLocation
  /** Whether the bytes that came are those that were packed, where the archive can tell. */
  matches?(crc32: number): boolean
}

export interface Archive {
  /** How many entries there are, where the archive has a directory of them. */
  readonly count?: number
  /** The bytes of all entries, as the directory says. */
  unpackedSize?(): Promise<number>
  entries(): AsyncIterable<ArchiveEntry>
  /** The bytes of an entry that has a place. They end in an error where they are not what was packed. */
  openAt?(location: EntryLocation): Promise<Readable>
  close(): void
}

/** The archive cannot be unpacked, and will not be by trying again. */
export class BadArchive extends Error {
  readonly reason: Text

  constructor(reason: Text) {
    super(reason.en)
    this.reason = reason
  }
}

/** What this server itself has found is told as it is; the words of libraries are not. */
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

/** What an archive is by its name, and that name without its ending; undefined for what cannot be unpacked. */
export function archiveOf(path: string): { kind: ArchiveKind; folder: string } | undefined {
  const match = Object.entries(extensions).find(([ending]) => path.toLowerCase().endsWith(ending))
  if (match === undefined) return undefined
  const folder = path.slice(0, -match[0].length)
  return folder === '' || folder.endsWith('/') ? undefined : { kind: match[1], folder }
}
