import type { PictureMetadata } from '@vermilion/contract/files/previews'
import type { LocalFile } from '#platform/blobs/blob-store'

/** Pixels of the upright picture. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Why a picture does not decode, in the decoder's words. */
export interface Broken {
  readonly broken: string
}

/** What a header says of a picture. */
export type Measured = Size | Broken | MissingContent

/** The content is not where it was, or could not be read this time: that says nothing of the picture. */
export interface MissingContent {
  readonly missing: true
  /** Why it could not be read, where it is still there; looking again later may show more. */
  readonly unread?: string
}

/** What a picture worker can be asked. Files are written whole or not at all. */
interface PictureTasks {
  examine: { input: { source: LocalFile; thumbnail: string }; result: Size | Broken | MissingContent }
  /** What their headers say, in their order: a picture may still turn out not to decode. */
  measure: {
    input: { sources: readonly LocalFile[] }
    result: { sizes: readonly Measured[] } | Broken | MissingContent
  }
  preview: { input: { source: LocalFile; preview: string }; result: Size | Broken | MissingContent }
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
