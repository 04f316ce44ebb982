import { type Points, positionOf, type Span } from './span.ts'

export interface Curve extends Points {
  readonly key: string
  readonly name: string
  /** `currentcolor` is the text's color. */
  readonly colour: string
  readonly tooltip?: string
  /** Values above the curve's means, drawn paler below it. */
  readonly highest?: ArrayLike<number> | undefined
  /** Dashed, so that a curve below is visible. */
  readonly dashed?: boolean
  readonly isOverall?: boolean
  readonly dot?: { readonly x: number; readonly y: number } | undefined
}

/** CSS pixels around a drawing, for lines and dots at its edge. */
export const margin = 6

/** The visible part of a chart: the span and the ends of the y axis, which are logarithms on a logarithmic axis. */
export interface Frame {
  readonly span: Span
  readonly low: number
  readonly high: number
  readonly logarithmic: boolean
}

export interface Drawing {
  readonly frame: Frame
  /** Device pixels, without the margin. */
  readonly width: number
  readonly height: number
  readonly ratio: number
  /** From 0, no smoothing, to below 1. */
  readonly smoothing: number
  readonly hidden: readonly number[]
  readonly focus: number | null
  readonly textColour: string
}

type Context = Pick<
  OffscreenCanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'arc' | 'fill' | 'clearRect' | 'setLineDash' | 'setTransform'
> &
  Pick<OffscreenCanvasRenderingContext2D, 'lineWidth' | 'globalAlpha' | 'lineJoin' | 'globalCompositeOperation'> & {
    strokeStyle: unknown
    fillStyle: unknown
  }

const faint = 0.22
const aside = 0.12
const pale = 0.4

export function draw(context: Context, curves: readonly Curve[], drawing: Drawing): void {
  const { width, height, ratio, hidden, focus, smoothing } = drawing
  const around = margin * ratio
  context.setTransform(1, 0, 0, 1, around, around)
  context.clearRect(-around, -around, width + 2 * around, height + 2 * around)
  context.lineJoin = 'round'
  const order = curves.map((_, at) => at).filter((at) => !hidden.includes(at))
  for (const at of order.toSorted((a, b) => Number(a === focus) - Number(b === focus))) {
    const curve = curves[at]
    if (curve === undefined) continue
    const { x, y, colour, highest, dashed = false, isOverall = false } = curve
    const alpha = focus === null || focus === at ? 1 : aside
    context.strokeStyle = context.fillStyle = colour === 'currentcolor' ? drawing.textColour : colour
    // Many thick lines are hard to read and slow to draw.
    context.lineWidth = (curves.length > 20 && focus !== at ? 1 : isOverall ? 2.6 : 1.6) * ratio
    context.setLineDash(dashed ? [6 * ratio, 4 * ratio] : [])
    context.globalAlpha = alpha * pale
    if (highest !== undefined) stroke(context, { x, y: highest }, drawing)
    context.globalAlpha = smoothing > 0 ? alpha * faint : alpha
    stroke(context, curve, drawing)
    context.globalAlpha = alpha
    if (smoothing > 0) stroke(context, { x, y: smooth(y, smoothing) }, drawing)
    if (curve.dot !== undefined) drawDot(context, curve.dot, drawing)
  }
}

function placesIn({ frame: { span, low, high, logarithmic }, width, height }: Drawing) {
  const across = width / (span.to - span.from)
  const up = height / (high - low)
  return {
    isDrawn: (value: number) => Number.isFinite(value) && (!logarithmic || value > 0),
    leftOf: (at: number) => (at - span.from) * across,
    downOf: (value: number) => height - ((logarithmic ? Math.log10(value) : value) - low) * up,
  }
}

function stroke(context: Context, { x, y }: Points, drawing: Drawing): void {
  const { frame, width, ratio } = drawing
  const { isDrawn, leftOf, downOf } = placesIn(drawing)
  const begin = Math.max(0, positionOf(x, frame.span.from) - 1)
  const end = Math.min(x.length, positionOf(x, frame.span.to) + 1)
  const isSparse = end - begin <= 1 || width / (end - begin) >= 24 * ratio
  const single: [number, number][] = []
  let drawn = 0
  let [lastLeft, lastDown] = [0, 0]
  const endStretch = () => {
    if (drawn === 1 || (drawn > 1 && isSparse)) single.push([lastLeft, lastDown])
    drawn = 0
  }
  context.beginPath()
  for (let at = begin; at < end; at += 1) {
    const value = y[at] ?? 0
    if (!isDrawn(value)) {
      endStretch()
      continue
    }
    const [left, down] = [leftOf(x[at] ?? 0), downOf(value)]
    if (drawn === 0) context.moveTo(left, down)
    // Points on the same pixel are skipped.
    else if (Math.abs(left - lastLeft) >= 0.5 || Math.abs(down - lastDown) >= 0.5 || at === end - 1)
      context.lineTo(left, down)
    else continue
    if (isSparse && drawn > 0) single.push([lastLeft, lastDown])
    drawn += 1
    ;[lastLeft, lastDown] = [left, down]
  }
  endStretch()
  context.stroke()
  for (const [left, down] of single) fillCircle(context, left, down, 2.4 * ratio)
}

/** A dot with a ring of the background around it. */
function drawDot(context: Context, { x, y }: { x: number; y: number }, drawing: Drawing): void {
  const { leftOf, downOf } = placesIn(drawing)
  context.globalCompositeOperation = 'destination-out'
  fillCircle(context, leftOf(x), downOf(y), 5.5 * drawing.ratio)
  context.globalCompositeOperation = 'source-over'
  fillCircle(context, leftOf(x), downOf(y), 4 * drawing.ratio)
}

function fillCircle(context: Context, left: number, down: number, radius: number): void {
  context.beginPath()
  context.arc(left, down, radius, 0, 2 * Math.PI)
  context.fill()
}

/** An exponential moving average, corrected for its bias towards zero at the beginning. */
export function smooth(values: ArrayLike<number>, weight: number): Float64Array {
  const smoothed = new Float64Array(values.length)
  let [sum, weights] = [0, 0]
  for (let at = 0; at < values.length; at += 1) {
    sum = sum * weight + (values[at] ?? 0) * (1 - weight)
    weights = weights * weight + (1 - weight)
    smoothed[at] = weights === 0 ? (values[at] ?? 0) : sum / weights
  }
  return smoothed
}
