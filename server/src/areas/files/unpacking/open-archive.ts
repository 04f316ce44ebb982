import type { Archive, ArchiveKind, ArchiveSource } from './archive.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

/** Of what has no directory, `most` bytes are gone through, whether or not they are of entries. Fails as `BadArchive`. */
export function openArchive(kind: ArchiveKind, source: ArchiveSource, most: number): Promise<Archive> {
  return kind === 'zip' ? openZip(source) : openTar({ source, isPacked: kind === 'tar.gz', most })
}
