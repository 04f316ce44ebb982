import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Input } from '../editor/input.ts'
import type { Parts } from '../editor/parts.ts'
import type { Click } from '../editor/segments.ts'
import type { Painting } from '../shapes/painting.ts'

export interface ToolDisplay {
  /** Replace the document's shapes of equal ids, or are about to be added. */
  shapes: readonly Shape[]
  /** In image pixels. */
  marquee: Box | null
  crosshair: boolean
  outline: OutlineShown | null
  painting: { painting: Painting; erases: boolean } | null
  /** Brush diameter in image pixels, for a ring around the pointer. */
  brush: number | null
  clicks: readonly Click[]
}

/** In image points. */
export interface OutlineShown {
  points: readonly Point[]
  ahead: readonly Point[]
  /** True when a press would close it. */
  closing: boolean
}

export const nothingShown: ToolDisplay = {
  shapes: [],
  marquee: null,
  crosshair: false,
  outline: null,
  painting: null,
  brush: null,
  clicks: [],
}

/** The initial state is `idle`; any other is a gesture, ending in `done` (one document change) or `cancelled`, then `idle`. */
export interface Tool<State extends { kind: string }> {
  id: string
  start: () => State
  on: (input: Input, state: State, parts: Parts) => State | 'done' | 'cancelled'
  cursor: (state: State, parts: Parts) => string
  show: (state: State, parts: Parts) => ToolDisplay
  /** True for keys used within a running gesture, which precede commands. */
  wants?: (combination: string, state: State) => boolean
  /** True when a gesture survives the page losing focus. */
  waits?: (state: State) => boolean
}

export interface RunningTool {
  readonly id: string
  on: (input: Input) => 'idle' | 'busy' | 'done' | 'cancelled'
  busy: () => boolean
  cursor: () => string
  show: () => ToolDisplay
  wants: (combination: string) => boolean
  waits: () => boolean
}

export function runTool<State extends { kind: string }>(tool: Tool<State>, parts: Parts): RunningTool {
  let state = tool.start()
  const busy = (): boolean => state.kind !== 'idle'
  return {
    id: tool.id,
    on(input) {
      const next = tool.on(input, state, parts)
      const isFinished = next === 'done' || next === 'cancelled'
      state = isFinished ? tool.start() : next
      return isFinished ? next : busy() ? 'busy' : 'idle'
    },
    busy,
    cursor: () => tool.cursor(state, parts),
    show: () => tool.show(state, parts),
    wants: (combination) => busy() && (tool.wants?.(combination, state) ?? false),
    waits: () => busy() && (tool.waits?.(state) ?? false),
  }
}
