import { join } from 'node:path'
import { type CleanUpKind, cleanUpOffers, type CleanUpPreview } from '@vermilion/contract/monitoring/clean-ups'
import type { Platform } from '#platform/platform'
import { unreferencedCleaner } from './blobs.ts'
import type { Cleaner } from './candidate.ts'
import { environmentCleaner, type UnusedEnvironments } from './environments.ts'
import { thumbnailCleaner } from './files.ts'
import { type FileTrash, trashCleaner } from './trash.ts'
import { uploadCleaner } from './uploads.ts'

const maxExamples = 5
const maxCompared = 200

export interface CleanerNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'blobs' | 'blobOwners' | 'paths'
> {
  trash: FileTrash
  environments: UnusedEnvironments
}

interface CleanUpOrder {
  readonly id: string
  readonly startedAt: string
}

export function createCleaners(needs: CleanerNeeds) {
  const { clock, events, paths, trash } = needs
  const uploads = [paths.uploads, join(paths.folder, 'artifact-uploads')]
  const makers: Readonly<Record<CleanUpKind, (order: CleanUpOrder) => Cleaner>> = {
    unreferenced: () => unreferencedCleaner(needs),
    thumbnails: () => thumbnailCleaner({ clock, folder: paths.folder }),
    environments: () => environmentCleaner(needs.environments),
    uploads: ({ id }) => uploadCleaner({ clock, folders: uploads, held: join(paths.held, id) }),
    trash: ({ id, startedAt }) =>
      trashCleaner({
        ...needs,
        trash,
        id,
        until: startedAt,
        changed: (spaceId) => events.publish({ type: 'files-changed', spaceId }),
      }),
  }
  return (kind: CleanUpKind, order: CleanUpOrder) => makers[kind](order)
}
export type MakeCleaner = ReturnType<typeof createCleaners>

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
    if (examples.length > maxCompared) examples = largest(examples)
  }
  return { ...part, examples: largest(examples) }
}

const largest = (examples: readonly { name: string; bytes: number }[]) =>
  examples.toSorted((a, b) => b.bytes - a.bytes).slice(0, maxExamples)
