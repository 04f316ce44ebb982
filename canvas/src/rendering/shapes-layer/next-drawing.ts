import { sameLook } from '../../editor/appearance.ts'
import type { Frame } from '../../editor/view.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import type { SceneLoad } from './scene.ts'

/** The drawing of the image that will probably be shown next, made by the worker while this one is looked at. */
export interface NextDrawing {
  /** Has it made in place of the one before; null lets go of it. */
  prepare: (load: SceneLoad | null, frame: Frame) => void
  /** Stores a prepared drawing. */
  keep: (drawing: FromWorker) => void
  /**
   * Goes on with what was prepared, where that is what is shown now, and answers whether it is; the drawing itself is
   * null where it is not there yet. What was prepared is forgotten in any case.
   */
  adopt: (load: SceneLoad) => { drawing: FromWorker | null } | null
}

export function createAheadDrawing(send: (message: ToWorker) => void): NextDrawing {
  let order = 0
  let prepared: { load: SceneLoad; drawing: FromWorker | null } | null = null

  function forget(): void {
    prepared?.drawing?.bitmap.close()
    prepared = null
  }

  return {
    prepare(load, frame) {
      forget()
      order += 1
      if (!load) return
      prepared = { load, drawing: null }
      send({ type: 'prepare', order, frame, load })
    },
    keep(drawing) {
      if (prepared && drawing.order === order) prepared.drawing = drawing
      else drawing.bitmap.close()
    },
    adopt(load) {
      if (!prepared || !sameScene(prepared.load, load)) {
        forget()
        return null
      }
      const { drawing } = prepared
      prepared = null
      send({ type: 'adopt' })
      return { drawing }
    },
  }
}

/** Shapes and labels are never changed, only replaced: the same objects look the same. */
function sameScene(a: SceneLoad, b: SceneLoad): boolean {
  return same(a.shapes, b.shapes) && same(a.labels, b.labels) && sameLook(a.look, b.look)
}

function same<Each>(a: readonly Each[], b: readonly Each[]): boolean {
  return a.length === b.length && a.every((each, position) => each === b[position])
}
