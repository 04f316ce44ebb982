import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import { maskBounds } from '@vermilion/contract/labels/mask'
import type { KeyInput, PointerInput } from '../../editor/input.ts'
import type { Parts } from '../../editor/parts.ts'
import type { Click, SegmentPrompt } from '../../editor/segments.ts'
import { boxDrawn } from '../../shapes/box.ts'
import { isDrag } from '../drag.ts'
import { addMask } from '../paint/commit.ts'
import { nothingShown } from '../tool.ts'
import type { Tool, ToolDisplay } from '../tool.ts'

/** Prompts so far, in order. */
type Hint = { readonly click: Click } | { readonly box: Box }

/** A held button: a click, or a box when dragged. */
interface Press extends Click {
  readonly screen: Point
  readonly to: Point
  readonly drags: boolean
}

/** `taking`: commit as soon as the result arrives. */
type SegmentState =
  | { kind: 'idle' }
  | {
      kind: 'pointing'
      hints: readonly Hint[]
      prompt: SegmentPrompt | null
      press: Press | null
      taking: boolean
    }
type Pointing = SegmentState & { kind: 'pointing' }
type Outcome = SegmentState | 'done' | 'cancelled'

/** Maximum clicks accepted by the segmenter. */
const MOST_CLICKS = 100

/**
 * Segments by clicks: main button inside the object; with Alt or the right button outside; a drag draws a box around it. The
 * result is previewed, and before the first click also while hovering. Enter commits a new shape, Backspace removes the last
 * click, Escape all.
 */
export const segmentTool: Tool<SegmentState> = {
  id: 'segment',
  start: () => ({ kind: 'idle' }),
  on(input, state, parts): Outcome {
    switch (input.type) {
      case 'pointer-down':
        return press(input, state, parts)
      case 'pointer-move':
        return state.kind === 'idle' ? hover(input, state, parts) : drag(input, state, parts)
      case 'pointer-up':
        return state.kind === 'pointing' && state.press ? release(state, state.press, parts) : state
      case 'pointer-leave':
        if (state.kind === 'idle') parts.segments.clear()
        return state
      case 'key-down':
        return state.kind === 'pointing' ? key(input, state, parts) : state
      case 'arrived':
        return state.kind === 'pointing' && state.taking ? take(state, parts) : state
      case 'interrupt':
        return state.kind === 'pointing' && isFound(state, parts) ? commit(parts) : dropped(parts)
      case 'cancel':
        return dropped(parts)
      default:
        return state
    }
  },
  cursor: () => 'crosshair',
  show,
  wants: (combination) => ['Enter', 'Backspace', 'Ctrl+z'].includes(combination),
  waits: (state) => state.kind === 'pointing' && state.press === null,
}

function pointIn({ view, document }: Parts, screen: Point): Point | null {
  const at = view.toImage(screen)
  const { width, height } = document.image
  return at.x >= 0 && at.y >= 0 && at.x < width && at.y < height ? at : null
}

function hover(input: PointerInput, state: SegmentState, parts: Parts): SegmentState {
  const at = parts.labels.current() && pointIn(parts, input.at)
  if (at) parts.segments.askInPassing({ points: [{ ...at, isPositive: true }], box: null })
  else parts.segments.clear()
  return state
}

function press(input: PointerInput, state: SegmentState, parts: Parts): SegmentState {
  const at = pointIn(parts, input.at)
  if (!at || !parts.labels.current() || (state.kind === 'pointing' && state.press)) return state
  const pointing: Pointing =
    state.kind === 'pointing' ? state : { kind: 'pointing', hints: [], prompt: null, press: null, taking: false }
  const isPositive = input.button === 'main' && !input.alt
  return { ...pointing, taking: false, press: { ...at, isPositive, screen: input.at, to: at, drags: false } }
}

function drag(input: PointerInput, state: Pointing, parts: Parts): Pointing {
  const { press: held } = state
  if (!held?.isPositive) return state
  const drags = held.drags || isDrag(held.screen, input.at, input.touch)
  return { ...state, press: { ...held, drags, to: parts.view.toImage(input.at) } }
}

function release(state: Pointing, { x, y, isPositive, to, drags }: Press, parts: Parts): Outcome {
  const box = drags ? boxDrawn({ x, y }, to, parts.document.image) : null
  const hint: Hint | null = box ? { box } : drags ? null : { click: { x, y, isPositive } }
  const hints = hint && state.hints.length < MOST_CLICKS ? [...state.hints, hint] : state.hints
  return pointed({ ...state, hints, press: null }, parts)
}

function pointed(state: Pointing, parts: Parts): Outcome {
  const points = state.hints.flatMap((hint) => ('click' in hint ? [hint.click] : []))
  const box = state.hints.flatMap((hint) => ('box' in hint ? [hint.box] : [])).at(-1) ?? null
  if (box === null && !points.some(({ isPositive }) => isPositive)) return dropped(parts)
  const prompt = { points, box }
  parts.segments.ask(prompt)
  return { ...state, prompt, taking: false }
}

function key(input: KeyInput, state: Pointing, parts: Parts): Outcome {
  if (input.key === 'Enter') return take(state, parts)
  if (input.key !== 'Backspace' && !(input.key === 'z' && input.ctrl)) return state
  return pointed({ ...state, hints: state.hints.slice(0, -1), press: null }, parts)
}

function isFound({ prompt }: Pointing, { segments }: Parts): boolean {
  return prompt !== null && segments.found()?.prompt === prompt
}

function take(state: Pointing, parts: Parts): Outcome {
  if (isFound(state, parts)) return commit(parts)
  return { ...state, taking: parts.segments.busy() }
}

function commit(parts: Parts): 'done' | 'cancelled' {
  const mask = parts.segments.found()?.mask ?? null
  parts.segments.clear()
  if (parts.kinds.includes('mask')) return addMask(parts, mask)
  const label = parts.labels.current()
  if (!mask || !label) return 'cancelled'
  const id = parts.createId()
  const drawn: Shape = { id, kind: 'box', labelId: label.id, source: 'manual', box: maskBounds(mask) }
  parts.document.change('draw', (draft) => draft.put(drawn))
  parts.selection.setDrawn(id)
  return 'done'
}

function dropped({ segments }: Parts): 'cancelled' {
  segments.clear()
  return 'cancelled'
}

/** Caches one shape per mask while it is visible, so that it is drawn once. */
const previews = new WeakMap<object, readonly Shape[]>()
const noClicks: readonly Click[] = []

function previewOf({ segments, labels }: Parts): readonly Shape[] {
  const segment = segments.found()
  const labelId = labels.current()?.id
  if (!segment?.mask || labelId === undefined) return nothingShown.shapes
  const { mask, score } = segment
  const existing = previews.get(mask)
  if (existing?.[0]?.labelId === labelId && existing[0].score === score) return existing
  const made: Shape[] = [{ id: 'segment', kind: 'mask', labelId, source: 'model', score, mask }]
  previews.set(mask, made)
  return made
}

function show(state: SegmentState, parts: Parts): ToolDisplay {
  const shapes = previewOf(parts)
  if (state.kind === 'idle') return { ...nothingShown, shapes }
  const { prompt, press: held } = state
  const clicks = prompt?.points ?? noClicks
  const marquee = held?.drags ? boxDrawn(held, held.to, parts.document.image) : prompt?.box
  return {
    ...nothingShown,
    shapes,
    marquee: marquee ?? null,
    clicks: held && !held.drags ? [...clicks, held] : clicks,
  }
}
