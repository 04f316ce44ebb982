import type { PictureMetadata } from '@vermilion/contract/files/previews'
import type { PictureProblem } from '@vermilion/contract/pictures/problems'
import type { LocalFile } from '#platform/blobs/blob-store'
import type { FileState } from '#platform/blobs/folder-file'

/** Pixels of the upright picture. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Why a picture does not decode. */
export interface Broken {
  readonly broken: PictureProblem
}

/** A picture that is opened once for all that is to be known of it. */
export interface UnreadPicture {
  readonly source: LocalFile
  /** How the index says that a file in place looks: only then it is read, at once as a whole. Null elsewhere. */
  readonly state: FileState | null
  /** Null where nobody has taken it: then it is. */
  readonly checksum: string | null
}

/** What opening a picture once has shown, and the checksum of its content where that was read. */
export interface PictureReading {
  readonly checksum: string | null
  readonly finding: Size | Broken | MissingContent
}

/** The content is not where it was, or could not be read this time: that says nothing of the picture. */
export interface MissingContent {
  readonly missing: true
  /** Why it could not be read, where it is still there; looking again later may show more. */
  readonly unread?: string
}

/** What a picture worker can be asked. Files are written whole or not at all. */
interface PictureTasks {
  examine: { input: { source: LocalFile; thumbnail: string }; result: Size | Broken | MissingContent }
  /**
   * What becomes known of pictures by opening each once, in their order. Without a folder for their thumbnails the header
   * says their size, and a picture may still turn out not to decode.
   */
  read: {
    input: { pictures: readonly UnreadPicture[]; thumbnails: string | null }
    result: { readings: readonly PictureReading[] } | Broken | MissingContent
  }
  preview: { input: { source: LocalFile; preview: string }; result: Size | Broken | MissingContent }
  /** A JPEG of the full size, for browsers. */
  rendition: { input: { source: LocalFile; rendition: string }; result: Size | Broken | MissingContent }
  pyramid: { input: { source: LocalFile; pyramid: string }; result: Size | Broken | MissingContent }
  metadata: { input: { source: LocalFile }; result: PictureMetadata | Broken | MissingContent }
}

type PictureTask = keyof PictureTasks
export type PictureRequest = {
  [Task in PictureTask]: { readonly task: Task } & Readonly<PictureTasks[Task]['input']>
}[PictureTask]
export type PictureResult<Task extends PictureTask = PictureTask> = PictureTasks[Task]['result']
/** What is found out of content that may have gone from where it was. */
export type PictureFinding<Task extends PictureTask = 'examine'> = PictureResult<Task> | MissingContent
