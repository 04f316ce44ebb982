import type { Readable } from 'node:stream'
import type { Text } from '@vermilion/contract/kernel/text'

/** One thing in an archive. Of what is not a file or a folder, `skip` says why it is not taken. */
export interface ArchiveEntry {
  readonly name: string
  readonly isFolder: boolean
  /** Bytes, as the archive says; it is not believed. */
  readonly size: number
  readonly skip?: Text
  /** The bytes. To be read to their end, or not at all, before the next entry. */
  open(): Promise<Readable>
  /** Whether the bytes that came are those that were packed, where the archive can tell. */
  matches?(crc32: number): boolean
}

export interface Archive {
  /** Entries and bytes, where the archive says so before it is read through. */
  readonly told?: { readonly entries: number; readonly bytes: number }
  entries(): AsyncIterable<ArchiveEntry>
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

export const damaged = (problem: unknown) => {
  const detail = problem instanceof Error ? problem.message : String(problem)
  return new BadArchive({ en: `the archive is damaged (${detail})`, zh: `压缩包已损坏（${detail}）` })
}

export const tooMuch = (bytes: number) =>
  new BadArchive({
    en: `it unpacks to more than ${Math.floor(bytes / 1024 ** 2)} MiB`,
    zh: `解压后超过 ${Math.floor(bytes / 1024 ** 2)} MiB`,
  })

const endings = { '.zip': 'zip', '.tar': 'tar', '.tar.gz': 'tar.gz', '.tgz': 'tar.gz' } as const

/** What an archive is by its name, and that name without its ending; undefined for what cannot be unpacked. */
export function archiveOf(path: string): { kind: 'zip' | 'tar' | 'tar.gz'; folder: string } | undefined {
  const found = Object.entries(endings).find(([ending]) => path.toLowerCase().endsWith(ending))
  if (found === undefined) return undefined
  const folder = path.slice(0, -found[0].length)
  return folder === '' || folder.endsWith('/') ? undefined : { kind: found[1], folder }
}
