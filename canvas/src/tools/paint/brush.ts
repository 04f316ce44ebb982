import type { Point } from '@vermilion/contract/labels/box'
import type { Parts } from '../../editor/parts.ts'
import { createPainting } from '../../shapes/painting.ts'
import type { Painting } from '../../shapes/painting.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'
import { eraseMask, paintMask } from './commit.ts'

/** The painting is mutated in place, to avoid copying per movement. `at` is the current image point. */
type BrushState = { kind: 'idle' } | { kind: 'painting'; painting: Painting; erases: boolean; at: Point }

/** Paints on the selected mask of the current label, or a new one; with Alt, erases. A stroke is one step. */
export const brushTool = strokeTool('brush', false)

/** Erases from the selected masks, or from all under it; with Alt, paints. */
export const eraserTool = strokeTool('eraser', true)

function strokeTool(id: string, erasing: boolean): Tool<BrushState> {
  return {
    id,
    start: () => ({ kind: 'idle' }),
    on(input, state, parts) {
      switch (input.type) {
        case 'pointer-down': {
          if (state.kind !== 'idle' || input.button !== 'main' || !parts.labels.current()) return state
          const at = parts.view.toImage(input.at)
          const painting = createPainting(parts.document.image)
          painting.stroke(at, at, parts.settings.get().brushSize)
          return { kind: 'painting', painting, erases: erasing !== input.alt, at }
        }
        case 'pointer-move':
        case 'pointer-up': {
          if (state.kind === 'idle') return state
          const at = parts.view.toImage(input.at)
          if (at.x !== state.at.x || at.y !== state.at.y) {
            state.painting.stroke(state.at, at, parts.settings.get().brushSize)
          }
          return input.type === 'pointer-up' ? commit(state, parts) : { ...state, at }
        }
        case 'interrupt':
          return state.kind === 'painting' ? commit(state, parts) : 'cancelled'
        case 'cancel':
          return 'cancelled'
        default:
          return state
      }
    },
    cursor: () => 'none',
    show(state, { settings }) {
      const { brushSize } = settings.get()
      if (state.kind === 'idle') return { ...nothingShown, brush: brushSize }
      return { ...nothingShown, painting: state, brush: brushSize }
    },
  }
}

function commit({ painting, erases }: BrushState & { kind: 'painting' }, parts: Parts): 'done' | 'cancelled' {
  return erases ? eraseMask(parts, painting.mask()) : paintMask(parts, painting.mask(), 'paint')
}
