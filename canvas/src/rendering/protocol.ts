import type { Frame } from '../editor/view.ts'
import type { SceneNews } from './scene.ts'

/** What the worker is told: news for its scene, and orders to draw it. */
export type ToWorker = SceneNews | { type: 'draw'; order: number; frame: Frame; excluded: readonly string[] }

/** A drawing that was ordered. The bitmap covers the frame in device pixels and belongs to whoever gets it. */
export interface FromWorker {
  order: number
  frame: Frame
  bitmap: ImageBitmap
}
