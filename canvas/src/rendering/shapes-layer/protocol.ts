import type { Frame } from '../../editor/view.ts'
import type { SceneLoad, SceneUpdate } from './scene.ts'

export type ToWorker =
  | SceneUpdate
  | { type: 'draw'; order: number; frame: Frame; excluded: readonly string[] }
  /** A second scene, drawn at once; it replaces the first on `adopt`. */
  | { type: 'prepare'; order: number; frame: Frame; load: SceneLoad }
  | { type: 'adopt' }

/** A finished drawing. The bitmap covers the frame in device pixels and is owned by the receiver. */
export interface FromWorker {
  of: 'draw' | 'prepare'
  order: number
  frame: Frame
  bitmap: ImageBitmap
}
