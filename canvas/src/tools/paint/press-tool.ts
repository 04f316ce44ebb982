import type { Point } from '@vermilion/contract/labels/box'
import type { Input } from '../../editor/input.ts'
import type { Parts } from '../../editor/parts.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'

type Press = (at: Point, alt: boolean, parts: Parts) => 'done' | 'cancelled'

export const pressTool = (id: string, press: Press): Tool<{ kind: 'idle' }> => ({
  ...pressing(press),
  id,
  start: () => ({ kind: 'idle' }),
  show: () => nothingShown,
})

export function pressing(press: Press) {
  return {
    on<State>(input: Input, state: State, parts: Parts): State | 'done' | 'cancelled' {
      if (input.type === 'cancel' || input.type === 'interrupt') return 'cancelled'
      if (input.type !== 'pointer-down' || input.button !== 'main' || !parts.labels.current()) return state
      const at = parts.view.toImage(input.at)
      const { width, height } = parts.document.image
      const inside = at.x >= 0 && at.y >= 0 && at.x < width && at.y < height
      return inside ? press(at, input.alt, parts) : 'cancelled'
    },
    cursor: () => 'crosshair',
  }
}
