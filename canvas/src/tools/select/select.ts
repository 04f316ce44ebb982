import { boxBetween } from '@vermilion/contract/labels/box'
import type { Input, KeyInput, PointerInput } from '../../editor/input.ts'
import { deletePoint } from '../../editor/editing/delete-point.ts'
import type { Parts } from '../../editor/parts.ts'
import { editableSelection } from '../../editor/editing/selected-shapes.ts'
import { movedTogether } from '../../shapes/moving.ts'
import { handleAt, shapesAt, shapesTouching } from '../../shapes/picking.ts'
import { moduleOf } from '../../shapes/registry.ts'
import { snapped } from '../../shapes/snapping.ts'
import { isDrag } from '../drag.ts'
import { nothingShown } from '../tool.ts'
import type { ToolDisplay, Tool } from '../tool.ts'
import { atRest } from './state.ts'
import type { Pressed, SelectState } from './state.ts'

type Outcome = SelectState | 'done' | 'cancelled'

/**
 * Click selects (Shift toggles), dragging a shape moves the selection, dragging a handle resizes, Alt and a press on a point
 * deletes it, dragging over empty image (or with Ctrl anywhere) draws a marquee, Tab cycles through the shapes under the pointer.
 */
export const selectTool: Tool<SelectState> = {
  id: 'select',
  start: () => atRest,
  on(input, state, parts) {
    if (input.type === 'interrupt' || input.type === 'cancel') return abandon(state, parts)
    switch (state.kind) {
      case 'idle':
        return whileIdle(input, state, parts)
      case 'pressed':
        return whilePressed(input, state, parts)
      default:
        return whileDragging(input, state, parts)
    }
  },
  cursor,
  show,
}

function whileIdle(input: Input, state: SelectState & { kind: 'idle' }, parts: Parts): Outcome {
  switch (input.type) {
    case 'pointer-down':
      return input.button === 'main' ? press(input, state, parts) : state
    case 'pointer-move': {
      if (state.cycled && !isDrag(state.cycled.screen, input.at, input.touch)) return state
      parts.selection.hover(shapesAt(parts, input.at, input.touch)[0]?.id ?? null)
      return atRest
    }
    case 'pointer-leave':
      parts.selection.hover(null)
      return atRest
    case 'key-down':
      return input.key === 'Tab' ? cycle(input, parts) : state
    default:
      return state
  }
}

function press(input: PointerInput, { cycled }: SelectState & { kind: 'idle' }, parts: Parts): Outcome {
  const gripped = handleAt(parts, input.at, input.touch)
  if (gripped && !input.shift && !input.ctrl) {
    if (input.alt) {
      deletePoint(parts, gripped)
      return 'done'
    }
    const { shape, handle } = gripped
    parts.selection.set([shape.id])
    const at = parts.view.toImage(input.at)
    const grab = { x: handle.at.x - at.x, y: handle.at.y - at.y }
    return { kind: 'resizing', handle: handle.id, cursor: handle.cursor, grab, original: shape, shape }
  }
  const target = input.ctrl ? null : (cycled?.id ?? shapesAt(parts, input.at, input.touch)[0]?.id ?? null)
  const narrows = target !== null && !input.shift && parts.selection.has(target)
  if (target !== null && !narrows) {
    if (input.shift) parts.selection.toggle(target)
    else parts.selection.set([target])
  }
  return { kind: 'pressed', screen: input.at, target, additive: input.shift, narrows }
}

function whilePressed(input: Input, state: Pressed, parts: Parts): Outcome {
  if (input.type === 'pointer-up') {
    if (state.target === null && !state.additive) parts.selection.clear()
    if (state.target !== null && state.narrows) parts.selection.set([state.target])
    return 'done'
  }
  if (input.type !== 'pointer-move' || !isDrag(state.screen, input.at, input.touch)) return state
  const from = parts.view.toImage(state.screen)
  const originals = editableSelection(parts)
  if (state.target !== null && parts.selection.has(state.target)) {
    return whileDragging(input, { kind: 'moving', from, originals, shapes: originals }, parts)
  }
  const retained = state.additive ? parts.selection.ids() : new Set<string>()
  const area = boxBetween(from, from)
  return whileDragging(
    input,
    { kind: 'marquee', area, from, previousIds: parts.selection.ids(), added: retained },
    parts,
  )
}

type Dragging = Exclude<SelectState, { kind: 'idle' | 'pressed' }>

function whileDragging(input: Input, state: Dragging, parts: Parts): Outcome {
  if (input.type !== 'pointer-move' && input.type !== 'pointer-up') return state
  const dragged = drag(input, state, parts)
  if (input.type === 'pointer-up') commit(dragged, parts)
  return input.type === 'pointer-up' ? 'done' : dragged
}

function drag(input: PointerInput, state: Dragging, parts: Parts): Dragging {
  const to = parts.view.toImage(input.at)
  const { image } = parts.document
  switch (state.kind) {
    case 'moving': {
      const by = { x: to.x - state.from.x, y: to.y - state.from.y }
      return { ...state, shapes: movedTogether(state.originals, by, image) }
    }
    case 'resizing': {
      const grip = { x: to.x + state.grab.x, y: to.y + state.grab.y }
      const { resize, opposite } = moduleOf(state.original)
      const stays = opposite?.(state.original, state.handle)
      const point = stays ? snapped(parts, grip, stays, [state.original.id]) : grip
      return { ...state, shape: resize(state.original, state.handle, point, image) }
    }
    case 'marquee': {
      const area = boxBetween(state.from, to)
      parts.selection.set([...state.added, ...shapesTouching(parts, area).map((shape) => shape.id)])
      return { ...state, area }
    }
  }
}

function commit(state: Dragging, { document }: Parts): void {
  if (state.kind === 'moving') document.change('move', (draft) => state.shapes.forEach(draft.put))
  if (state.kind === 'resizing') document.change('resize', (draft) => draft.put(state.shape))
}

function abandon(state: SelectState, { selection }: Parts): Outcome {
  if (state.kind === 'marquee') selection.set(state.previousIds)
  return 'cancelled'
}

function cycle(input: KeyInput, parts: Parts): Outcome {
  const screen = parts.pointer()
  const under = screen ? shapesAt(parts, screen) : []
  const at = under.findIndex((shape) => parts.selection.has(shape.id))
  const next = under[at < 0 ? 0 : (at + (input.shift ? under.length - 1 : 1)) % under.length]
  if (!next || !screen) return atRest
  parts.selection.set([next.id])
  parts.selection.hover(next.id)
  return { kind: 'idle', cycled: { id: next.id, screen } }
}

function cursor(state: SelectState, parts: Parts): string {
  if (state.kind === 'moving') return 'move'
  if (state.kind === 'resizing') return state.cursor
  const screen = parts.pointer()
  const gripped = state.kind === 'idle' && screen ? handleAt(parts, screen) : null
  if (gripped) return gripped.handle.cursor
  return state.kind === 'idle' && parts.selection.hovered() !== null ? 'pointer' : 'default'
}

function show(state: SelectState): ToolDisplay {
  switch (state.kind) {
    case 'moving':
      return { ...nothingShown, shapes: state.shapes }
    case 'resizing':
      return { ...nothingShown, shapes: [state.shape] }
    case 'marquee':
      return { ...nothingShown, marquee: state.area }
    default:
      return nothingShown
  }
}
