import type { Shape } from '@vermilion/contract/labels/index'
import { isShown, initialLook } from '../../editor/appearance.ts'
import type { Look } from '../../editor/appearance.ts'
import type { LabelStyle } from '../../editor/labels.ts'
import type { Frame } from '../../editor/view.ts'
import { createShapeIndex } from '../../shapes/shape-index.ts'
import type { Context } from '../context.ts'
import { drawShapes } from './draw-shapes.ts'

export interface SceneLoad {
  type: 'load'
  shapes: readonly Shape[]
  labels: readonly LabelStyle[]
  look: Look
}

export type SceneUpdate =
  | SceneLoad
  /** `order` is set when remaining shapes changed ranks; new shapes otherwise go on top in the order of `put`. */
  | { type: 'change'; put: readonly Shape[]; removed: readonly string[]; order: readonly string[] | null }
  | { type: 'labels'; labels: readonly LabelStyle[] }
  | { type: 'look'; look: Look }

export interface Scene {
  apply: (update: SceneUpdate) => void
  seenIn: (frame: Frame, excluded: ReadonlySet<string>) => Shape[]
  draw: (context: Context, frame: Frame, excluded: ReadonlySet<string>) => void
}

/** Tags extend outside their shapes: shapes this far (CSS pixels) outside the viewport still count. */
const MARGIN = 24

export function createScene(): Scene {
  const index = createShapeIndex()
  const ranks = new Map<string, number>()
  let top = 0
  let labels: readonly LabelStyle[] = []
  let look = initialLook()

  function rankAll(ids: Iterable<string>): void {
    ranks.clear()
    top = 0
    for (const id of ids) ranks.set(id, (top += 1))
  }

  function apply(update: SceneUpdate): void {
    switch (update.type) {
      case 'load':
        index.load(update.shapes)
        rankAll(update.shapes.map(({ id }) => id))
        labels = update.labels
        look = update.look
        return
      case 'change':
        for (const id of update.removed) {
          index.remove(id)
          ranks.delete(id)
        }
        for (const shape of update.put) {
          index.put(shape)
          if (!ranks.has(shape.id)) ranks.set(shape.id, (top += 1))
        }
        if (update.order) rankAll(update.order)
        return
      case 'labels':
        labels = update.labels
        return
      case 'look':
        look = update.look
    }
  }

  function seenIn(frame: Frame, excluded: ReadonlySet<string>): Shape[] {
    const area = {
      x: (-MARGIN - frame.x) / frame.scale,
      y: (-MARGIN - frame.y) / frame.scale,
      width: (frame.width + 2 * MARGIN) / frame.scale,
      height: (frame.height + 2 * MARGIN) / frame.scale,
    }
    return index
      .search(area)
      .filter((shape) => !excluded.has(shape.id) && isShown(look, shape))
      .toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
  }

  return {
    apply,
    seenIn,
    draw(context, frame, excluded) {
      const { pixelRatio } = frame
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
      context.clearRect(0, 0, frame.width, frame.height)
      drawShapes(context, seenIn(frame, excluded), { frame, labels, focusedLabel: look.focusedLabel })
    },
  }
}
