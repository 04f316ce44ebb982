import type { Shape } from '@vermilion/contract/labels/index'
import type { Editor } from '../editor/editor.ts'
import { moduleOf } from '../shapes/registry.ts'
import { drawBrush, drawCrosshair, drawMarquee, drawOutlineUnderWay } from './draw-gesture.ts'
import { drawPainting } from './draw-painting.ts'
import { drawTag } from './draw-tag.ts'

type Context = CanvasRenderingContext2D

const HANDLE = 8
const NO_LABEL = { name: '', colour: '#9aa0a6' }

/** Draws what the hand is on: selected, hovered and changing shapes, handles, marquee, crosshair. */
export function drawActive(context: Context, editor: Editor): void {
  const frame = editor.view.frame()
  const { pixelRatio } = frame
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.clearRect(0, 0, frame.width, frame.height)
  const shown = editor.tools.show()
  const { shapes, marquee } = shown
  const hovered = editor.document.get(editor.selection.hovered() ?? '')
  if (hovered && editor.appearance.shows(hovered)) drawOutline(context, editor, hovered, 0.12)
  const lively = shapes.length > 0 ? shapes : selectedInSight(editor)
  for (const shape of lively) {
    if (shapes.length > 0) fillWhole(context, editor, shape)
    drawOutline(context, editor, shape, 0.18)
  }
  const single = lively.length === 1 ? lively[0] : undefined
  if (single) drawDetails(context, editor, single, shapes.length > 0)
  else if (hovered && lively.length === 0 && editor.appearance.shows(hovered)) drawName(context, editor, hovered, '')
  if (marquee) drawMarquee(context, frame, marquee)
  const colour = editor.labels.current()?.colour ?? NO_LABEL.colour
  if (shown.painting) drawPainting(context, frame, shown.painting.painting, shown.painting.erases ? '#fff' : colour)
  if (shown.outline) drawOutlineUnderWay(context, frame, shown.outline, colour)
  const pointer = editor.pointer()
  if (!pointer) return
  if (shown.crosshair || editor.settings.get().crosshair) drawCrosshair(context, frame, pointer)
  if (shown.brush !== null) drawBrush(context, pointer, (shown.brush / 2) * frame.scale)
}

/** What stands in for a shape at rest looks like it. */
function fillWhole(context: Context, { view, labels }: Editor, shape: Shape): void {
  const { colour } = labels.get(shape.labelId) ?? NO_LABEL
  moduleOf(shape).fill?.(context, shape, view.frame(), { colour, alpha: 0.35 })
}

function selectedInSight({ index, view, selection, appearance }: Editor): Shape[] {
  if (selection.ids().size === 0) return []
  return index.search(view.visible()).filter((shape) => selection.has(shape.id) && appearance.shows(shape))
}

function drawOutline(context: Context, { view, labels }: Editor, shape: Shape, fill: number): void {
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
  context.stroke()
}

/** The handles of one shape and its name, with its size while it changes. */
function drawDetails(context: Context, editor: Editor, shape: Shape, changing: boolean): void {
  const { colour } = editor.labels.get(shape.labelId) ?? NO_LABEL
  const { width, height } = moduleOf(shape).bounds(shape)
  drawName(context, editor, shape, changing ? ` ${Math.round(width)} × ${Math.round(height)}` : '')
  if (editor.tools.active() !== 'select') return
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

function drawName(context: Context, { labels, view }: Editor, shape: Shape, more: string): void {
  const { name, colour } = labels.get(shape.labelId) ?? NO_LABEL
  const { x, y } = moduleOf(shape).bounds(shape)
  const score = shape.score === undefined ? '' : ` ${shape.score.toFixed(2)}`
  const text = `${labels.tagOf(shape.labelId)} ${name}${score}${more}`
  drawTag(context, { text, colour, at: view.toScreen({ x, y }) })
}
