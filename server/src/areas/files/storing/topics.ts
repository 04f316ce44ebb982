import { topic } from '#platform/events/events'

/** Published inside the transaction that deletes files. For a deleted space only `spaceDeleted` is published. */
export const filesDeleted = topic<{ spaceId: string; fileIds: readonly string[] }>('files-deleted')

/** Published inside the transaction that restores files, with their former ids. */
export const filesRestored = topic<{ spaceId: string; fileIds: readonly string[] }>('files-restored')

/** Published inside the transaction that changes files' paths, within a space or to another. */
export const filesMoved = topic<{ from: string; to: string; fileIds: readonly string[] }>('files-moved')

/** Published inside the transaction that replaces a file's content; null for unread content. */
export const fileReplaced = topic<{ spaceId: string; fileId: string; previous: string | null; now: string | null }>(
  'file-replaced',
)
