import type { PictureMetadata } from '@vermilion/contract/files/previews'
import type { LocalFile } from '#platform/blobs/blob-store'

/** Pixels of the upright picture. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Why a picture does not decode, in the decoder's words. */
export interface Broken {
  readonly broken: string
}

/** What a picture worker can be asked. Files are written whole or not at all. */
interface PictureTasks {
  examine: { asks: { source: LocalFile; thumbnail: string }; answers: Size | Broken }
  preview: { asks: { source: LocalFile; preview: string }; answers: Size | Broken }
  pyramid: { asks: { source: LocalFile; pyramid: string }; answers: Size | Broken }
  metadata: { asks: { source: LocalFile }; answers: PictureMetadata | Broken }
}

type PictureTask = keyof PictureTasks
export type PictureRequest = {
  [Task in PictureTask]: { readonly task: Task } & Readonly<PictureTasks[Task]['asks']>
}[PictureTask]
export type PictureAnswer<Task extends PictureTask = PictureTask> = PictureTasks[Task]['answers']
/** The content is not where it was. */
export interface Gone {
  readonly gone: true
}

/** What is found out of content that may have gone from where it was. */
export type PictureFinding<Task extends PictureTask = 'examine'> = PictureAnswer<Task> | Gone
