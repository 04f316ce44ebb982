import { findLeftUploads, useLeftUploads } from '#lib/upload/unfinished-uploads.ts'
import { uploads } from '#lib/upload/upload.ts'
import type { LeftBatch } from '#lib/upload/upload-memory.ts'
import type { Upload } from '#lib/upload/upload-state.ts'

/** A folder of a data space that files of this machine go into. */
export interface UploadDestination {
  readonly spaceId: string
  readonly folder: string
}

export const isUploadedTo =
  ({ spaceId, folder }: UploadDestination) =>
  (upload: Upload): boolean =>
    upload.spaceId === spaceId && upload.path.startsWith(`${folder}/`)

/** Whether a batch that a page before this one has left was on its way to a place. */
export const isUnfinishedUploadTo =
  ({ spaceId, folder }: UploadDestination) =>
  (batch: LeftBatch): boolean =>
    batch.spaceId === spaceId && batch.files.some(({ path }) => path.startsWith(`${folder}/`))

/** How many files are on their way to a place, could not be sent there, or were left by a page before this one. */
export async function countUnfinishedUploads(destination: UploadDestination): Promise<number> {
  // Where the browser keeps nothing, nothing is left.
  await findLeftUploads().catch(() => undefined)
  const { uploads: all } = uploads.store.getState()
  const mine = all.filter((one) => isUploadedTo(destination)(one) && one.status !== 'done').length
  const { batches } = useLeftUploads.getState()
  return batches.filter(isUnfinishedUploadTo(destination)).reduce((sum, { left }) => sum + left.length, mine)
}
