import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Input } from '../editor/input.ts'
import type { Parts } from '../editor/parts.ts'
import type { Click } from '../editor/segments.ts'
import type { Painting } from '../shapes/painting.ts'

/** A running gesture's overlay. The document changes only when the gesture is done. */
export interface ToolDisplay {
  /** Stand in for the document's shapes of the same ids, or are about to be added. */
  shapes: readonly Shape[]
  /** A rectangle of selection, in image pixels. */
  marquee: Box | null
  crosshair: boolean
  /** An outline being drawn. */
  outline: OutlineShown | null
  /** A stroke being painted, or erased. */
  painting: { painting: Painting; erases: boolean } | null
  /** The brush's width in image pixels, for a ring around the pointer. */
  brush: number | null
  /** On what is meant, and on what is not. */
  clicks: readonly Click[]
}

/** Image points. */
export interface OutlineShown {
  points: readonly Point[]
  /** Continuation of the outline from the last point. */
  ahead: readonly Point[]
  /** A press now would close it. */
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

/**
 * A small state machine. It starts in a state of kind `idle`; any other state is a gesture. Every gesture ends in
 * `done` (after one change of the document) or `cancelled` (after none); both lead back to the start.
 */
export interface Tool<State extends { kind: string }> {
  id: string
  start: () => State
  on: (input: Input, state: State, parts: Parts) => State | 'done' | 'cancelled'
  /** CSS cursor. */
  cursor: (state: State, parts: Parts) => string
  show: (state: State, parts: Parts) => ToolDisplay
  /** Keys that mean something in a gesture under way, and then go before every command. */
  wants?: (combination: string, state: State) => boolean
  /** True when a gesture survives the page losing focus. */
  waits?: (state: State) => boolean
}

/** A tool with its state. */
export interface RunningTool {
  readonly id: string
  /** Feeds the tool; answers how the input left it. */
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
