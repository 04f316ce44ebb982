import { topic } from '#platform/events/events'

/** Told inside the transaction that deletes files. Of a deleted space, `spaceDeleted` is told alone. */
export const filesDeleted = topic<{ spaceId: string; fileIds: readonly string[] }>('files-deleted')

/** Told inside the transaction that brings deleted files back, under the ids that they had. */
export const filesRestored = topic<{ spaceId: string; fileIds: readonly string[] }>('files-restored')

/** Told inside the transaction that gives files other paths, in the same space or in another one. */
export const filesMoved = topic<{ from: string; to: string; fileIds: readonly string[] }>('files-moved')
