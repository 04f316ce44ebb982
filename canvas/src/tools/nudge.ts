import type { Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { KeyInput } from '../editor/input.ts'
import type { Parts } from '../editor/parts.ts'
import { editableSelection } from '../editor/editing/selected-shapes.ts'
import { movedTogether } from '../shapes/moving.ts'
import { nothingShown } from './tool.ts'
import type { Tool } from './tool.ts'

type NudgeState = { kind: 'idle' } | { kind: 'nudging'; pressedKeys: ReadonlySet<string>; shapes: readonly Shape[] }

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Image pixels per press with Shift. */
const LONG_STEP = 10

export function nudges(input: KeyInput, parts: Parts): boolean {
  return Object.hasOwn(directions, input.key) && !input.ctrl && !input.alt && editableSelection(parts).length > 0
}

/** Moves the selection by arrow keys. Holding keys is one gesture that ends with the last release. */
export const nudgeTool: Tool<NudgeState> = {
  id: 'nudge',
  start: () => ({ kind: 'idle' }),
  on(input, state, parts) {
    switch (input.type) {
      case 'key-down': {
        if (!nudges(input, parts)) return state
        const direction = directions[input.key] ?? { x: 0, y: 0 }
        const step = input.shift ? LONG_STEP : 1
        const shapes = state.kind === 'nudging' ? state.shapes : editableSelection(parts)
        const pressedKeys = new Set(state.kind === 'nudging' ? state.pressedKeys : []).add(input.key)
        const by = { x: direction.x * step, y: direction.y * step }
        return { kind: 'nudging', pressedKeys, shapes: movedTogether(shapes, by, parts.document.image) }
      }
      case 'key-up': {
        if (state.kind === 'idle') return state
        const pressedKeys = new Set([...state.pressedKeys].filter((key) => key !== input.key))
        return pressedKeys.size > 0 ? { ...state, pressedKeys } : commit(state, parts)
      }
      case 'interrupt':
        return commit(state, parts)
      case 'cancel':
        return 'cancelled'
      default:
        return state
    }
  },
  cursor: () => 'default',
  show: (state) => (state.kind === 'nudging' ? { ...nothingShown, shapes: state.shapes } : nothingShown),
}

function commit(state: NudgeState, { document }: Parts): 'done' | 'cancelled' {
  if (state.kind === 'idle') return 'cancelled'
  document.change('nudge', (draft) => state.shapes.forEach(draft.put))
  return 'done'
}
