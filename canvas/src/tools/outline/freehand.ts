import type { Point } from '@vermilion/contract/labels/box'
import type { Parts } from '../../editor/parts.ts'
import type { OutlineUse } from '../../editor/settings.ts'
import { simplifiedRing } from '../../shapes/rings.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'
import { commitOutline, purposeOf } from './commit.ts'

type FreehandState = { kind: 'idle' } | { kind: 'drawing'; id: string; use: OutlineUse; points: readonly Point[] }

/** Minimum distance between points in CSS pixels. */
const STEP = 2

export const freehandTool: Tool<FreehandState> = {
  id: 'freehand',
  start: () => ({ kind: 'idle' }),
  on(input, state, parts) {
    switch (input.type) {
      case 'pointer-down': {
        if (state.kind !== 'idle' || input.button !== 'main' || !parts.labels.current()) return state
        const points = [parts.view.toImage(input.at)]
        return { kind: 'drawing', id: parts.createId(), use: purposeOf(parts, input.alt), points }
      }
      case 'pointer-move':
        return state.kind === 'drawing' ? { ...state, points: onward(state.points, input.at, parts) } : state
      case 'pointer-up':
        return state.kind === 'drawing' ? commit(state, parts) : state
      case 'interrupt':
        return state.kind === 'drawing' ? commit(state, parts) : 'cancelled'
      case 'cancel':
        return 'cancelled'
      default:
        return state
    }
  },
  cursor: () => 'crosshair',
  show(state) {
    if (state.kind === 'idle') return nothingShown
    return { ...nothingShown, outline: { points: state.points, ahead: [], closing: false } }
  },
}

function onward(points: readonly Point[], screen: Point, { view }: Parts): readonly Point[] {
  const last = points.at(-1)
  const at = view.toImage(screen)
  const far = !last || Math.hypot(at.x - last.x, at.y - last.y) * view.frame().scale >= STEP
  return far ? [...points, at] : points
}

function commit({ points, use, id }: FreehandState & { kind: 'drawing' }, parts: Parts): 'done' | 'cancelled' {
  const ring = points.flatMap(({ x, y }) => [x, y])
  const fewer = ring.length < 6 ? ring : simplifiedRing(ring, parts.settings.get().simplifying)
  const thinned = Array.from({ length: fewer.length / 2 }, (_, at) => ({ x: fewer[2 * at]!, y: fewer[2 * at + 1]! }))
  return commitOutline(parts, thinned, use, id)
}
