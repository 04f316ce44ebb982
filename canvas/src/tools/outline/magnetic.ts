import type { Box, Point } from '@vermilion/contract/labels/box'
import type { PointerInput } from '../../editor/input.ts'
import type { Parts } from '../../editor/parts.ts'
import { stepsIn } from '../../editor/pixels.ts'
import type { OutlineUse } from '../../editor/settings.ts'
import { edgesOf, shortestPathsFrom } from '../../shapes/edges.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'
import { commitOutline, purposeOf } from './commit.ts'

/** Shortest paths from the last anchor. */
interface Field {
  area: Box
  /** Image pixels per cell side, and cells per row. */
  step: number
  width: number
  predecessors: Int32Array
}

/** `anchors` are indices of presses in `points`; `ahead` leads from the last point to the pointer. */
type MagneticState =
  | { kind: 'idle' }
  | {
      kind: 'drawing'
      id: string
      use: OutlineUse
      points: readonly Point[]
      anchors: readonly number[]
      field: Field | null
      ahead: readonly Point[]
    }
type Drawing = MagneticState & { kind: 'drawing' }

/** Cells around an anchor within which paths are searched; beyond, lines are straight. */
const REACH = 200
/** CSS pixels around the first point within which a press closes. */
const CLOSING = 9

/** The outline follows image edges between presses. Enter or the first anchor closes, Backspace removes the last anchor. */
export const magneticTool: Tool<MagneticState> = {
  id: 'magnetic',
  start: () => ({ kind: 'idle' }),
  on(input, state, parts) {
    switch (input.type) {
      case 'pointer-down':
        return input.button === 'main' ? press(input, state, parts) : state
      case 'pointer-move': {
        if (state.kind === 'idle') return state
        return { ...state, ahead: pathTo(state, parts.view.toImage(input.at)) }
      }
      case 'key-down':
        if (state.kind === 'idle') return state
        if (input.key === 'Enter') return commit(state, parts)
        return input.key === 'Backspace' || input.key === 'z' ? back(state, parts) : state
      case 'interrupt':
        return state.kind === 'drawing' ? commit(state, parts) : 'cancelled'
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
    const closing = pointer !== null && closes(state, pointer, parts)
    return { ...nothingShown, outline: { points: state.points, ahead: state.ahead, closing } }
  },
  wants: (combination) => ['Enter', 'Backspace', 'Ctrl+z'].includes(combination),
  waits: () => true,
}

function press(input: PointerInput, state: MagneticState, parts: Parts): MagneticState | 'done' | 'cancelled' {
  const at = parts.view.toImage(input.at)
  if (state.kind === 'idle') {
    if (!parts.labels.current()) return state
    const use = purposeOf(parts, input.alt)
    const field = fieldAround(at, parts)
    return { kind: 'drawing', id: parts.createId(), use, points: [at], anchors: [0], field, ahead: [at] }
  }
  const path = pathTo(state, closes(state, input.at, parts) ? state.points[0]! : at)
  const points = [...state.points, ...path]
  if (closes(state, input.at, parts)) return commit({ ...state, points }, parts)
  return { ...state, points, anchors: [...state.anchors, points.length - 1], field: fieldAround(at, parts), ahead: [] }
}

function back(state: Drawing, parts: Parts): MagneticState | 'cancelled' {
  const anchors = state.anchors.slice(0, -1)
  const last = anchors.at(-1)
  if (last === undefined) return 'cancelled'
  const points = state.points.slice(0, last + 1)
  return { ...state, points, anchors, field: fieldAround(points[last]!, parts), ahead: [] }
}

function commit({ points, use, id }: Drawing, parts: Parts): 'done' | 'cancelled' {
  return commitOutline(parts, points, use, id)
}

function closes({ points, anchors }: Drawing, screen: Point, { view }: Parts): boolean {
  const first = view.toScreen(points[0]!)
  return anchors.length >= 2 && Math.hypot(first.x - screen.x, first.y - screen.y) <= CLOSING
}

/** Works at screen resolution: in squares of several pixels when zoomed out. */
function fieldAround(at: Point, { pixels, document, view }: Parts): Field | null {
  const step = Math.max(1, Math.round(1 / view.frame().scale))
  const [x, y] = [Math.max(0, Math.floor(at.x) - REACH * step), Math.max(0, Math.floor(at.y) - REACH * step)]
  const right = Math.min(document.image.width, Math.floor(at.x) + REACH * step)
  const bottom = Math.min(document.image.height, Math.floor(at.y) + REACH * step)
  const area = { x, y, width: right - x, height: bottom - y }
  const start = placeIn(area, step, at)
  const read = start && pixels.read(area, step)
  if (!read) return null
  const { width } = read
  return { area, step, width, predecessors: shortestPathsFrom(start.row * width + start.column, edgesOf(read), width) }
}

function placeIn({ x, y, width, height }: Box, step: number, at: Point): { column: number; row: number } | null {
  const [column, row] = [Math.floor((at.x - x) / step), Math.floor((at.y - y) / step)]
  const within = column >= 1 && row >= 1 && column < stepsIn(width, step) - 1 && row < stepsIn(height, step) - 1
  return within ? { column, row } : null
}

function pathTo({ field }: Drawing, to: Point): Point[] {
  const cell = field && placeIn(field.area, field.step, to)
  if (!cell) return [to]
  const { area, step, width, predecessors } = field
  const path: Point[] = []
  for (
    let at = cell.row * width + cell.column;
    predecessors[at] !== at && predecessors[at]! >= 0;
    at = predecessors[at]!
  ) {
    path.push({ x: area.x + ((at % width) + 0.5) * step, y: area.y + (Math.floor(at / width) + 0.5) * step })
  }
  return straightened(path.reverse())
}

/** Removes points within straight stretches, and thins curves. */
function straightened(path: readonly Point[]): Point[] {
  return path.filter((point, at) => {
    const [previous, after] = [path[at - 1], path[at + 1]]
    if (!previous || !after) return true
    return point.x - previous.x !== after.x - point.x || point.y - previous.y !== after.y - point.y
  })
}
