import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Frame } from '../../editor/view.ts'
import type { OutlineShown } from '../../tools/tool.ts'

type Context = CanvasRenderingContext2D

export function drawMarquee(context: Context, { scale, x, y }: Frame, area: Box): void {
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

/** An outline being drawn: its points, its continuation, and the first point, which closes it. */
export function drawOutlineUnderWay(
  context: Context,
  { scale, x, y }: Frame,
  { points, ahead, closing }: OutlineShown,
  colour: string,
): void {
  const all = [...points, ...ahead]
  context.beginPath()
  for (const point of all) context.lineTo(point.x * scale + x, point.y * scale + y)
  context.globalAlpha = 0.18
  context.fillStyle = colour
  context.fill()
  context.globalAlpha = 1
  strokeTwice(context, colour)
  const first = points[0]
  if (!first) return
  context.beginPath()
  context.arc(first.x * scale + x, first.y * scale + y, closing ? 7 : 4, 0, 2 * Math.PI)
  context.fillStyle = closing ? colour : '#fff'
  context.fill()
  strokeTwice(context, colour)
}

export function drawBrush(context: Context, at: Point, radius: number): void {
  context.beginPath()
  context.arc(at.x, at.y, Math.max(1.5, radius), 0, 2 * Math.PI)
  strokeTwice(context, '#fff')
}

/** Radius of a click's mark in CSS pixels. */
export const CLICK_REACH = 10

/** A disc with plus or minus, so that color is not the only cue. */
export function drawClick(context: Context, { x, y }: Point, isPositive: boolean): void {
  context.beginPath()
  context.arc(x, y, CLICK_REACH - 3, 0, 2 * Math.PI)
  context.fillStyle = isPositive ? '#0a7d3c' : '#c02626'
  context.fill()
  context.strokeStyle = '#fff'
  context.lineWidth = 1.5
  context.moveTo(x - 3.5, y)
  context.lineTo(x + 3.5, y)
  if (isPositive) {
    context.moveTo(x, y - 3.5)
    context.lineTo(x, y + 3.5)
  }
  context.stroke()
}

function strokeTwice(context: Context, colour: string): void {
  for (const [style, line] of [
    ['rgb(0 0 0 / 55%)', 3.5],
    [colour, 1.5],
  ] as const) {
    context.strokeStyle = style
    context.lineWidth = line
    context.stroke()
  }
}
