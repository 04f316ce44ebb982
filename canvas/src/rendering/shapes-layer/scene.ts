import type { Shape } from '@vermilion/contract/labels/index'
import { isShown, lookOfNext } from '../../editor/appearance.ts'
import type { Look } from '../../editor/appearance.ts'
import type { LabelStyle } from '../../editor/labels.ts'
import type { Frame } from '../../editor/view.ts'
import { createShapeIndex } from '../../shapes/shape-index.ts'
import type { Context } from '../context.ts'
import { drawShapes } from './draw-shapes.ts'

/** A document with its view settings. */
export interface SceneLoad {
  type: 'load'
  shapes: readonly Shape[]
  labels: readonly LabelStyle[]
  look: Look
}

/** Updates for a scene elsewhere, for example in a worker. All values can be cloned. */
export type SceneNews =
  | SceneLoad
  /** `order` is set when remaining shapes changed ranks; new shapes otherwise go on top in the order of `put`. */
  | { type: 'change'; put: readonly Shape[]; removed: readonly string[]; order: readonly string[] | null }
  | { type: 'labels'; labels: readonly LabelStyle[] }
  | { type: 'look'; look: Look }

/** A copy of the shapes that can draw itself, in the worker or on the main thread. */
export interface Scene {
  take: (news: SceneNews) => void
  /** Visible shapes of a frame, bottom first. */
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
  let look = lookOfNext()

  function rankAll(ids: Iterable<string>): void {
    ranks.clear()
    top = 0
    for (const id of ids) ranks.set(id, (top += 1))
  }

  function take(news: SceneNews): void {
    switch (news.type) {
      case 'load':
        index.load(news.shapes)
        rankAll(news.shapes.map(({ id }) => id))
        labels = news.labels
        look = news.look
        return
      case 'change':
        for (const id of news.removed) {
          index.remove(id)
          ranks.delete(id)
        }
        for (const shape of news.put) {
          index.put(shape)
          if (!ranks.has(shape.id)) ranks.set(shape.id, (top += 1))
        }
        if (news.order) rankAll(news.order)
        return
      case 'labels':
        labels = news.labels
        return
      case 'look':
        look = news.look
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
    take,
    seenIn,
    draw(context, frame, excluded) {
      const { pixelRatio } = frame
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
      context.clearRect(0, 0, frame.width, frame.height)
      drawShapes(context, seenIn(frame, excluded), { frame, labels, focusedLabel: look.focusedLabel })
    },
  }
}
