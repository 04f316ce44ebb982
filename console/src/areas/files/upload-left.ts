import { uploads } from '#lib/upload.ts'
import type { Upload } from '#lib/uploading.ts'

/** A folder of a data space that files of this machine go into. */
export interface UploadPlace {
  readonly spaceId: string
  readonly folder: string
}

export const isUploadedTo =
  ({ spaceId, folder }: UploadPlace) =>
  (upload: Upload): boolean =>
    upload.spaceId === spaceId && upload.path.startsWith(`${folder}/`)

/** How many files of this page are on their way to a place, or could not be sent there. */
export function leftToUpload(place: UploadPlace): number {
  const { uploads: all } = uploads.store.getState()
  return all.filter((one) => isUploadedTo(place)(one) && one.status !== 'done').length
}
