import { join } from 'node:path'
import { cleanUpOffers } from '@vermilion/contract/monitoring/clean-ups'
import type { CleanUpKind, CleanUpPreview } from '@vermilion/contract/monitoring/clean-ups'
import type { Platform } from '#platform/platform'
import { trashCleaner, unreferencedCleaner } from './blobs.ts'
import type { FileTrash } from './blobs.ts'
import type { Cleaner } from './candidate.ts'
import { thumbnailCleaner } from './files.ts'
import { uploadCleaner } from './uploads.ts'

const mostExamples = 5
/** Examples among which the largest are looked for. */
const mostCompared = 200

export interface CleanerNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'blobs' | 'blobOwners' | 'paths'
> {
  trash: FileTrash
}

/** What cleans up each kind; of the trash what was deleted until a time. */
export function createCleaners(needs: CleanerNeeds) {
  const { clock, events, paths, trash } = needs
  const makers: Readonly<Record<CleanUpKind, (until: string) => Cleaner>> = {
    unreferenced: () => unreferencedCleaner(needs),
    thumbnails: () => thumbnailCleaner({ clock, folder: paths.folder }),
    uploads: () => uploadCleaner({ clock, folders: [paths.uploads, join(paths.folder, 'artifact-uploads')] }),
    trash: (until) =>
      trashCleaner({
        ...needs,
        trash,
        until,
        changed: (spaceId) => events.publish({ type: 'files-changed', spaceId }),
      }),
  }
  return (kind: CleanUpKind, until: string) => makers[kind](until)
}

/** What would go of a kind, and what that gains. */
export async function previewOf(kind: CleanUpKind, cleaner: Cleaner): Promise<CleanUpPreview['parts'][number]> {
  const part = { kind, reason: cleanUpOffers[kind].reason, files: 0, bytes: 0, laterBytes: 0 }
  let examples: { name: string; bytes: number }[] = []
  for await (const { name, bytes, later = false } of cleaner.preview()) {
    if (later) {
      part.laterBytes += bytes
      continue
    }
    part.files += 1
    part.bytes += bytes
    examples.push({ name, bytes })
    if (examples.length > mostCompared) examples = largest(examples)
  }
  return { ...part, examples: largest(examples) }
}

const largest = (examples: readonly { name: string; bytes: number }[]) =>
  examples.toSorted((a, b) => b.bytes - a.bytes).slice(0, mostExamples)
