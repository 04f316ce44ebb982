import type { Box } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import type { Editor } from '../../editor/editor.ts'
import { PAINTED_TILE } from '../../shapes/painting.ts'
import { moduleOf } from '../../shapes/registry.ts'
import type { ToolDisplay } from '../../tools/tool.ts'
import { CLICK_REACH, drawBrush, drawClick, drawMarquee, drawOutlineUnderWay } from './draw-gesture.ts'
import { drawPainting } from './draw-painting.ts'
import { drawTag } from './draw-tag.ts'
import { createTouched, type DrawnRegion } from './drawn-region.ts'
import { suggestionDash, tagOfShape } from './suggestion-look.ts'

type Context = CanvasRenderingContext2D

const HANDLE = 8
const NO_LABEL = { name: '', colour: '#9aa0a6' }

/** Draws what moves or is selected, and shapes `missing` in the static layer. Returns the drawn region in CSS pixels. */
export function drawActive(
  context: Context,
  editor: Editor,
  stroke: ToolDisplay['painting'],
  missing: readonly string[] = [],
): Box | null {
  const frame = editor.view.frame()
  // A miter join would exceed the counted region.
  context.lineJoin = 'round'
  const touched = createTouched()
  const pen: Pen = { context, touched }
  const overlay = editor.tools.show()
  const { document } = editor
  const { shapes, marquee } = overlay
  const under = document.get(editor.selection.hovered() ?? '')
  // A changing shape is no longer where the document has it.
  const hovered = shapes.some(({ id }) => id === under?.id) ? undefined : under
  if (hovered && editor.appearance.shows(hovered)) drawOutline(pen, editor, hovered, 0.12)
  const lively = shapes.length > 0 ? shapes : selectedInSight(editor)
  for (const id of missing) {
    const left = document.get(id)
    if (!left || left === hovered || lively.some((shape) => shape.id === id) || !editor.appearance.shows(left)) continue
    fillWhole(context, editor, left)
    drawOutline(pen, editor, left, 0.12)
  }
  for (const shape of lively) {
    if (shapes.length > 0) fillWhole(context, editor, shape)
    drawOutline(pen, editor, shape, 0.18)
  }
  const single = lively.length === 1 ? lively[0] : undefined
  if (single) drawDetails(pen, editor, single, shapes.length > 0)
  else if (hovered && lively.length === 0 && editor.appearance.shows(hovered)) drawName(pen, editor, hovered, '')
  if (marquee) {
    drawMarquee(context, frame, marquee)
    touched.addOfImage(marquee, frame, 2)
  }
  const colour = editor.labels.current()?.colour ?? NO_LABEL.colour
  if (stroke) {
    drawPainting(context, frame, stroke.painting, stroke.erases ? '#fff' : colour)
    for (const { x, y } of stroke.painting.tiles())
      touched.addOfImage({ x, y, width: PAINTED_TILE, height: PAINTED_TILE }, frame, 1)
  }
  if (overlay.outline) {
    drawOutlineUnderWay(context, frame, overlay.outline, colour)
    const points = [...overlay.outline.points, ...overlay.outline.ahead]
    for (const point of points) touched.addPoint(editor.view.toScreen(point), 10)
  }
  for (const click of overlay.clicks) {
    const at = editor.view.toScreen(click)
    drawClick(context, at, click.isPositive)
    touched.addPoint(at, CLICK_REACH)
  }
  const pointer = editor.pointer()
  if (pointer && overlay.brush !== null) {
    const radius = (overlay.brush / 2) * frame.scale
    drawBrush(context, pointer, radius)
    touched.addPoint(pointer, radius + 4)
  }
  return touched.box()
}

interface Pen {
  readonly context: Context
  readonly touched: DrawnRegion
}

function fillWhole(context: Context, { view, labels, document }: Editor, shape: Shape): void {
  const { colour } = labels.get(shape.labelId) ?? NO_LABEL
  const looks = { isCoarse: !document.get(shape.id), isHatched: isSuggestion(shape) }
  moduleOf(shape).fill?.(context, shape, view.frame(), { colour, alpha: 0.35, ...looks })
}

function selectedInSight({ index, view, selection, appearance }: Editor): Shape[] {
  if (selection.ids().size === 0) return []
  return index.search(view.visible()).filter((shape) => selection.has(shape.id) && appearance.shows(shape))
}

function drawOutline({ context, touched }: Pen, { view, labels }: Editor, shape: Shape, fill: number): void {
  const { colour } = labels.get(shape.labelId) ?? NO_LABEL
  context.beginPath()
  moduleOf(shape).trace(context, shape, view.frame())
  context.globalAlpha = fill
  context.fillStyle = colour
  if (moduleOf(shape).outlined !== false) context.fill('evenodd')
  context.globalAlpha = 1
  context.strokeStyle = 'rgb(0 0 0 / 55%)'
  context.lineWidth = 4.5
  context.stroke()
  context.strokeStyle = colour
  context.lineWidth = 2.5
  if (isSuggestion(shape)) context.setLineDash([...suggestionDash])
  context.stroke()
  context.setLineDash([])
  // Lines with their handles.
  touched.addOfImage(moduleOf(shape).bounds(shape), view.frame(), HANDLE)
}

function drawDetails(pen: Pen, editor: Editor, shape: Shape, changing: boolean): void {
  const { context } = pen
  const { colour } = editor.labels.get(shape.labelId) ?? NO_LABEL
  const { width, height } = moduleOf(shape).bounds(shape)
  drawName(pen, editor, shape, changing ? ` ${Math.round(width)} × ${Math.round(height)}` : '')
  if (editor.tools.active() !== 'select' || editor.locks.holds(shape)) return
  context.fillStyle = '#fff'
  context.strokeStyle = colour
  context.lineWidth = 1.5
  for (const handle of moduleOf(shape).handles(shape, editor.view.frame().scale)) {
    const { x, y } = editor.view.toScreen(handle.at)
    const side = handle.slight ? HANDLE - 3 : HANDLE
    const corner = [Math.round(x - side / 2) + 0.5, Math.round(y - side / 2) + 0.5, side - 1, side - 1] as const
    context.globalAlpha = handle.slight ? 0.7 : 1
    context.fillRect(...corner)
    context.strokeRect(...corner)
  }
  context.globalAlpha = 1
}

function drawName({ context, touched }: Pen, { labels, view }: Editor, shape: Shape, more: string): void {
  const { name, colour } = labels.get(shape.labelId) ?? NO_LABEL
  const { x, y } = moduleOf(shape).bounds(shape)
  const score = shape.score === undefined ? '' : ` ${shape.score.toFixed(2)}`
  const { text: tag, isOpen } = tagOfShape(shape, labels.tagOf(shape.labelId))
  const text = `${tag} ${name}${score}${more}`
  touched.add(drawTag(context, { text, colour, isOpen, at: view.toScreen({ x, y }) }), 2)
}
