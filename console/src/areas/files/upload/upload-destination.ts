import { findLeftUploads, useLeftUploads } from '#lib/upload/unfinished-uploads.ts'
import { uploads } from '#lib/upload/upload.ts'
import type { LeftBatch } from '#lib/upload/upload-memory.ts'
import type { Upload } from '#lib/upload/upload-state.ts'

export interface UploadDestination {
  readonly spaceId: string
  readonly folder: string
}

export const isUploadedTo =
  ({ spaceId, folder }: UploadDestination) =>
  (upload: Upload): boolean =>
    upload.spaceId === spaceId && upload.path.startsWith(`${folder}/`)

export const isUnfinishedUploadTo =
  ({ spaceId, folder }: UploadDestination) =>
  (batch: LeftBatch): boolean =>
    batch.spaceId === spaceId && batch.files.some(({ path }) => path.startsWith(`${folder}/`))

export async function countUnfinishedUploads(destination: UploadDestination): Promise<number> {
  // Without browser storage, nothing can have been left.
  await findLeftUploads().catch(() => undefined)
  const { uploads: all } = uploads.store.getState()
  const mine = all.filter((one) => isUploadedTo(destination)(one) && one.status !== 'done').length
  const { batches } = useLeftUploads.getState()
  return batches.filter(isUnfinishedUploadTo(destination)).reduce((sum, { left }) => sum + left.length, mine)
}
