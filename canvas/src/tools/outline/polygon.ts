import type { Point } from '@vermilion/contract/labels/box'
import type { KeyInput, PointerInput } from '../../editor/input.ts'
import type { Parts } from '../../editor/parts.ts'
import type { OutlineUse } from '../../editor/settings.ts'
import { isDrag } from '../drag.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'
import { commitOutline, purposeOf } from './commit.ts'

/** `points` and `to` are image points; `pressed` is the screen point of the last press. */
type PolygonState =
  | { kind: 'idle' }
  | { kind: 'drawing'; id: string; use: OutlineUse; points: readonly Point[]; to: Point; pressed: Point | null }

type Outcome = PolygonState | 'done' | 'cancelled'

const CLOSING = { mouse: 9, touch: 20 }

/** A press sets a point, dragging draws freehand; Enter, or the first or last point, closes. Alt subtracts the outline. */
export const polygonTool: Tool<PolygonState> = {
  id: 'polygon',
  start: () => ({ kind: 'idle' }),
  on(input, state, parts): Outcome {
    switch (input.type) {
      case 'pointer-down':
        return input.button === 'main' ? press(input, state, parts) : state
      case 'pointer-move':
        return state.kind === 'drawing' ? move(input, state, parts) : state
      case 'pointer-up':
        return state.kind === 'drawing' ? { ...state, pressed: null } : state
      case 'key-down':
        return state.kind === 'drawing' ? key(input, state, parts) : state
      case 'interrupt':
        return state.kind === 'drawing' ? commitOutline(parts, state.points, state.use, state.id) : 'cancelled'
      case 'cancel':
        return 'cancelled'
      default:
        return state
    }
  },
  cursor: () => 'crosshair',
  show(state, parts) {
    if (state.kind === 'idle') return { ...nothingShown, crosshair: true }
    const pointer = parts.pointer()
    const closing = pointer !== null && closes(state.points, pointer, parts, false)
    return { ...nothingShown, crosshair: true, outline: { points: state.points, ahead: [state.to], closing } }
  },
  wants: (combination) => ['Enter', 'Backspace', 'Ctrl+z'].includes(combination),
  waits: (state) => state.kind === 'drawing' && state.pressed === null,
}

function press(input: PointerInput, state: PolygonState, parts: Parts): Outcome {
  const at = parts.view.toImage(input.at)
  if (state.kind === 'idle') {
    if (!parts.labels.current()) return state
    const id = parts.createId()
    return { kind: 'drawing', id, use: purposeOf(parts, input.alt), points: [at], to: at, pressed: input.at }
  }
  if (closes(state.points, input.at, parts, input.touch)) return commitOutline(parts, state.points, state.use, state.id)
  return { ...state, points: [...state.points, at], to: at, pressed: input.at }
}

function move(input: PointerInput, state: PolygonState & { kind: 'drawing' }, parts: Parts): Outcome {
  const to = parts.view.toImage(input.at)
  if (state.pressed === null || !isDrag(state.pressed, input.at, input.touch)) return { ...state, to }
  return { ...state, to, points: [...state.points, to], pressed: input.at }
}

function key(input: KeyInput, state: PolygonState & { kind: 'drawing' }, parts: Parts): Outcome {
  if (input.key === 'Enter') return commitOutline(parts, state.points, state.use, state.id)
  if (input.key !== 'Backspace' && !(input.key === 'z' && input.ctrl)) return state
  return state.points.length > 1 ? { ...state, points: state.points.slice(0, -1) } : 'cancelled'
}

function closes(points: readonly Point[], screen: Point, { view }: Parts, touch: boolean): boolean {
  const near = (point: Point | undefined, distance: number): boolean => {
    if (!point) return false
    const { x, y } = view.toScreen(point)
    return Math.hypot(x - screen.x, y - screen.y) <= distance
  }
  const closingDistance = CLOSING[touch ? 'touch' : 'mouse']
  return points.length >= 3 && (near(points[0], closingDistance) || near(points.at(-1), 2))
}
