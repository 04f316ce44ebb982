import type { Archive, ArchiveKind, ArchiveSource } from './archive.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

/** An archive without a directory is read up to `most` bytes, whether or not they belong to entries. Fails with `BadArchive`. */
export function openArchive(kind: ArchiveKind, source: ArchiveSource, most: number): Promise<Archive> {
  return kind === 'zip' ? openZip(source) : openTar({ source, isPacked: kind === 'tar.gz', most })
}
