import type { Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Parts } from '../../editor/parts.ts'
import { boxDrawn } from '../../shapes/box.ts'
import { snapped } from '../../shapes/snapping.ts'
import { isDrag } from '../drag.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'

/** `corner` and `to` are image points; `pressedAt` is the screen point of the first press, null after a click. */
type DrawState = { kind: 'idle' } | { kind: 'drawing'; id: string; corner: Point; to: Point; pressedAt: Point | null }

/** Draws a box by dragging or by two clicks. Escape, or a result smaller than two pixels, draws nothing. Needs a label. */
export const drawBoxTool: Tool<DrawState> = {
  id: 'draw-box',
  start: () => ({ kind: 'idle' }),
  on(input, state, parts) {
    switch (input.type) {
      case 'pointer-down': {
        if (input.button !== 'main') return state
        const at = parts.view.toImage(input.at)
        if (state.kind === 'drawing') return commit(drawnTo(state, at, parts), parts)
        if (!parts.labels.current()) return state
        return { kind: 'drawing', id: parts.createId(), corner: at, to: at, pressedAt: input.at }
      }
      case 'pointer-move':
        return state.kind === 'drawing' ? drawnTo(state, parts.view.toImage(input.at), parts) : state
      case 'pointer-up': {
        if (state.kind === 'idle' || state.pressedAt === null) return state
        const to = parts.view.toImage(input.at)
        if (isDrag(state.pressedAt, input.at, input.touch)) return commit(drawnTo(state, to, parts), parts)
        return { ...state, to, pressedAt: null }
      }
      case 'cancel':
      case 'interrupt':
        return 'cancelled'
      default:
        return state
    }
  },
  cursor: () => 'crosshair',
  show(state, parts) {
    const drawn = state.kind === 'drawing' ? shapeDrawn(state, parts) : null
    return { ...nothingShown, shapes: drawn ? [drawn] : [], crosshair: true }
  },
}

function drawnTo<State extends DrawState & { kind: 'drawing' }>(state: State, to: Point, parts: Parts): State {
  return { ...state, to: snapped(parts, to, state.corner) }
}

function commit(state: DrawState & { kind: 'drawing' }, parts: Parts): 'done' | 'cancelled' {
  // Snapping of the first corner depends on the full extent of its sides.
  const drawn = shapeDrawn({ ...state, corner: snapped(parts, state.corner, state.to) }, parts)
  if (!drawn) return 'cancelled'
  parts.document.change('draw', (draft) => draft.put(drawn))
  parts.selection.setDrawn(drawn.id)
  return 'done'
}

function shapeDrawn({ id, corner, to }: DrawState & { kind: 'drawing' }, { document, labels }: Parts): Shape | null {
  const box = boxDrawn(corner, to, document.image)
  const label = labels.current()
  return box && label && { id, kind: 'box', box, labelId: label.id, source: 'manual' }
}
