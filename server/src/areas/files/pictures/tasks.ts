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

/** What a picture worker can be asked. Files are written whole or not at all. */
interface PictureTasks {
  examine: { input: { source: LocalFile; thumbnail: string }; result: Size | Broken }
  /** What their headers say, in their order: a picture may still turn out not to decode. */
  measure: { input: { sources: readonly LocalFile[] }; result: { sizes: readonly (Size | Broken)[] } | Broken }
  preview: { input: { source: LocalFile; preview: string }; result: Size | Broken }
  pyramid: { input: { source: LocalFile; pyramid: string }; result: Size | Broken }
  metadata: { input: { source: LocalFile }; result: PictureMetadata | Broken }
}

type PictureTask = keyof PictureTasks
export type PictureRequest = {
  [Task in PictureTask]: { readonly task: Task } & Readonly<PictureTasks[Task]['input']>
}[PictureTask]
export type PictureResult<Task extends PictureTask = PictureTask> = PictureTasks[Task]['result']
/** The content is not where it was. */
export interface MissingContent {
  readonly missing: true
}

/** What is found out of content that may have gone from where it was. */
export type PictureFinding<Task extends PictureTask = 'examine'> = PictureResult<Task> | MissingContent
