import type { PictureMetadata } from '@vermilion/contract/files/previews'
import type { LocalFile } from '#platform/blobs/blob-store'
import type { FileState } from '#platform/blobs/folder-file'
import type { Broken } from '#platform/pictures/worker-pool'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface UnreadPicture {
  /** Null for content of the store. */
  readonly source: LocalFile | null
  /** The indexed state of a file in place, which is only read, at once, while it matches. Null elsewhere. */
  readonly state: FileState | null
  /** Null when it has to be computed. */
  readonly checksum: string | null
}

export interface PresentPicture extends UnreadPicture {
  readonly source: LocalFile
}

export interface PictureReading {
  readonly checksum: string | null
  readonly finding: Size | Broken | MissingContent
}

/** The content is missing or could not be read this time, which says nothing about the picture. */
export interface MissingContent {
  readonly missing: true
  /** The reason when the content exists but could not be read; retrying may help. */
  readonly unread?: string
}

interface Rendering {
  input: { source: LocalFile; target: string }
  result: Size | Broken | MissingContent
}

/** The tasks of picture workers. Files are written completely or not at all. */
interface PictureTasks {
  /** Writes a thumbnail. */
  examine: Rendering
  /** In order. Without a folder for thumbnails only headers are read, and a picture may still turn out undecodable. */
  read: {
    input: { pictures: readonly PresentPicture[]; thumbnails: string | null }
    result: { readings: readonly PictureReading[] } | Broken | MissingContent
  }
  preview: Rendering
  rendition: Rendering
  pyramid: Rendering
  metadata: { input: { source: LocalFile }; result: PictureMetadata | Broken | MissingContent }
}

type PictureTask = keyof PictureTasks
export type PictureRequest = {
  [Task in PictureTask]: { readonly task: Task } & Readonly<PictureTasks[Task]['input']>
}[PictureTask]
export type PictureResult<Task extends PictureTask = PictureTask> = PictureTasks[Task]['result']
export type PictureFinding<Task extends PictureTask = 'examine'> = PictureResult<Task> | MissingContent
