import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Editor } from '../editor/editor.ts'
import type { Frame } from '../editor/view.ts'
import { moduleOf } from '../shapes/registry.ts'
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
  const { shapes, marquee, crosshair } = editor.tools.show()
  const hovered = editor.document.get(editor.selection.hovered() ?? '')
  if (hovered && editor.appearance.shows(hovered)) drawOutline(context, editor, hovered, 0.12)
  const lively = shapes.length > 0 ? shapes : selectedInSight(editor)
  for (const shape of lively) drawOutline(context, editor, shape, 0.18)
  const single = lively.length === 1 ? lively[0] : undefined
  if (single) drawDetails(context, editor, single, shapes.length > 0)
  else if (hovered && lively.length === 0 && editor.appearance.shows(hovered)) drawName(context, editor, hovered, '')
  if (marquee) drawMarquee(context, frame, marquee)
  const pointer = editor.pointer()
  if (crosshair && pointer) drawCrosshair(context, frame, pointer)
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
  context.fill()
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
    const corner = [Math.round(x - HANDLE / 2) + 0.5, Math.round(y - HANDLE / 2) + 0.5, HANDLE - 1, HANDLE - 1] as const
    context.fillRect(...corner)
    context.strokeRect(...corner)
  }
}

function drawName(context: Context, { labels, view }: Editor, shape: Shape, more: string): void {
  const { name, colour } = labels.get(shape.labelId) ?? NO_LABEL
  const { x, y } = moduleOf(shape).bounds(shape)
  const score = shape.score === undefined ? '' : ` ${shape.score.toFixed(2)}`
  const text = `${labels.tagOf(shape.labelId)} ${name}${score}${more}`
  drawTag(context, { text, colour, at: view.toScreen({ x, y }) })
}

function drawMarquee(context: Context, { scale, x, y }: Frame, area: Box): void {
  const rectangle = [area.x * scale + x, area.y * scale + y, area.width * scale, area.height * scale] as const
  context.fillStyle = 'rgb(255 255 255 / 12%)'
  context.fillRect(...rectangle)
  for (const [colour, offset] of [
    ['#000', 0],
    ['#fff', 4],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = 1
    context.setLineDash([4, 4])
    context.lineDashOffset = offset
    context.strokeRect(...rectangle)
  }
  context.setLineDash([])
}

function drawCrosshair(context: Context, { width, height }: Frame, at: Point): void {
  const x = Math.round(at.x) + 0.5
  const y = Math.round(at.y) + 0.5
  for (const [colour, line] of [
    ['rgb(0 0 0 / 50%)', 3],
    ['rgb(255 255 255 / 90%)', 1],
  ] as const) {
    context.beginPath()
    context.moveTo(0, y)
    context.lineTo(width, y)
    context.moveTo(x, 0)
    context.lineTo(x, height)
    context.strokeStyle = colour
    context.lineWidth = line
    context.stroke()
  }
}
