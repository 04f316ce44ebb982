import { smooth } from '../smoothing.ts'
import { type Points, positionOf, type Span } from '../view.ts'

export interface Curve extends Points {
  readonly colour: string
  /** Dashed, so that a curve below is visible. */
  readonly dashed?: boolean
}

/** The visible part of a chart: the span and the ends of the y axis, which are logarithms on a logarithmic axis. */
export interface Frame {
  readonly span: Span
  readonly low: number
  readonly high: number
  readonly logarithmic: boolean
}

export interface Drawing {
  readonly frame: Frame
  /** Device pixels. */
  readonly width: number
  readonly height: number
  readonly ratio: number
  /** From 0, no smoothing, to below 1. */
  readonly smoothing: number
  readonly hidden: readonly number[]
  readonly focus: number | null
}

type Context = Pick<
  OffscreenCanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'arc' | 'fill' | 'clearRect' | 'setLineDash'
> & { strokeStyle: unknown; fillStyle: unknown; lineWidth: number; globalAlpha: number; lineJoin: CanvasLineJoin }

const faint = 0.22
const aside = 0.12

export function draw(context: Context, curves: readonly Curve[], drawing: Drawing): void {
  const { width, height, hidden, focus, smoothing } = drawing
  context.clearRect(0, 0, width, height)
  context.lineJoin = 'round'
  const order = curves.map((_, at) => at).filter((at) => !hidden.includes(at))
  for (const at of order.toSorted((a, b) => Number(a === focus) - Number(b === focus))) {
    const curve = curves[at]
    if (curve === undefined) continue
    const alpha = focus === null || focus === at ? 1 : aside
    context.strokeStyle = context.fillStyle = curve.colour
    // Many thick lines are hard to read and slow to draw.
    context.lineWidth = (curves.length > 20 && focus !== at ? 1 : 1.6) * drawing.ratio
    context.setLineDash(curve.dashed === true ? [6 * drawing.ratio, 4 * drawing.ratio] : [])
    context.globalAlpha = smoothing > 0 ? alpha * faint : alpha
    stroke(context, curve, drawing)
    if (smoothing === 0) continue
    context.globalAlpha = alpha
    stroke(context, { x: curve.x, y: smooth(curve.y, smoothing) }, drawing)
  }
}

function stroke(context: Context, { x, y }: Points, { frame, width, height, ratio }: Drawing): void {
  const { span, low, high, logarithmic } = frame
  const across = width / (span.to - span.from)
  const up = height / (high - low)
  const begin = Math.max(0, positionOf(x, span.from) - 1)
  const end = Math.min(x.length, positionOf(x, span.to) + 1)
  const column = width / Math.max(1, end - begin)
  let drawn = 0
  let [lastLeft, lastDown] = [0, 0]
  context.beginPath()
  for (let at = begin; at < end; at += 1) {
    const raw = y[at] ?? 0
    if (logarithmic && raw <= 0) {
      drawn = 0
      continue
    }
    const left = ((x[at] ?? 0) - span.from) * across
    const down = height - ((logarithmic ? Math.log10(raw) : raw) - low) * up
    if (drawn === 0) context.moveTo(left, down)
    // Points on the same pixel are skipped.
    else if (Math.abs(left - lastLeft) >= 0.5 || Math.abs(down - lastDown) >= 0.5 || at === end - 1)
      context.lineTo(left, down)
    else continue
    drawn += 1
    ;[lastLeft, lastDown] = [left, down]
  }
  context.stroke()
  // Sparse and single points are drawn as dots.
  if (end - begin > 1 && column < 24 * ratio) return
  for (let at = begin; at < end; at += 1) {
    const raw = y[at] ?? 0
    if (logarithmic && raw <= 0) continue
    context.beginPath()
    const down = height - ((logarithmic ? Math.log10(raw) : raw) - low) * up
    context.arc(((x[at] ?? 0) - span.from) * across, down, 2.4 * ratio, 0, 2 * Math.PI)
    context.fill()
  }
}
