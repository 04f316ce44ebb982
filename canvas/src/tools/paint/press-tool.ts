import type { Point } from '@vermilion/contract/labels/box'
import type { Parts } from '../../editor/parts.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'

type Press = (at: Point, alt: boolean, parts: Parts) => 'done' | 'cancelled'

/** A tool without any way between: each press inside the image does all there is to do. */
export function pressTool(id: string, press: Press): Tool<{ kind: 'idle' }> {
  return {
    id,
    start: () => ({ kind: 'idle' }),
    on(input, state, parts) {
      if (input.type === 'cancel' || input.type === 'interrupt') return 'cancelled'
      if (input.type !== 'pointer-down' || input.button !== 'main' || !parts.labels.current()) return state
      const at = parts.view.toImage(input.at)
      const { width, height } = parts.document.image
      const inside = at.x >= 0 && at.y >= 0 && at.x < width && at.y < height
      return inside ? press(at, input.alt, parts) : 'cancelled'
    },
    cursor: () => 'crosshair',
    show: () => nothingShown,
  }
}
