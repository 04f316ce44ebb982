import { sameLook } from '../../editor/appearance.ts'
import type { Frame } from '../../editor/view.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import type { SceneLoad } from './scene.ts'

export interface NextDrawing {
  prepare: (load: SceneLoad | null, frame: Frame) => void
  keep: (drawing: FromWorker) => void
  /** Adopts a prepared scene equal to the requested one, and discards any other. The drawing is null when not ready yet. */
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

/** Compares by identity: shapes and labels are immutable. */
function sameScene(a: SceneLoad, b: SceneLoad): boolean {
  return same(a.shapes, b.shapes) && same(a.labels, b.labels) && sameLook(a.look, b.look)
}

function same<Each>(a: readonly Each[], b: readonly Each[]): boolean {
  return a.length === b.length && a.every((each, position) => each === b[position])
}
