import { topic } from '#platform/events/events'

/** Published inside the transaction that deletes files. For a deleted space only `spaceDeleted` is published. */
export const filesDeleted = topic<{ spaceId: string; fileIds: readonly string[] }>('files-deleted')

export const filesRestored = topic<{ spaceId: string; fileIds: readonly string[] }>('files-restored')

export const filesMoved = topic<{ from: string; to: string; fileIds: readonly string[] }>('files-moved')
