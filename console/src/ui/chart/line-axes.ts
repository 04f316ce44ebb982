import { type Scale, scaleOf } from './scale.ts'

export interface Curve {
  name: string
  points: readonly (readonly [x: number, y: number])[]
}

/** CSS pixels of the plot's height, and around it for the axes' words. */
export const plotHeight = 244
export const plotEdge = { left: 46, right: 14, top: 26, bottom: 40 }

/** How values become pixels of a plot. */
export interface LineAxes {
  width: number
  /** Where the curves have values, in order. */
  positions: readonly number[]
  across: Scale
  up: Scale
  left: (value: number) => number
  down: (value: number) => number
}

/** The axes for some curves in a plot of this width; `top` is the upper end of the y axis, where it is known. */
export function lineAxesOf(curves: readonly Curve[], width: number, top: number | undefined): LineAxes {
  const positions = [...new Set(curves.flatMap(({ points }) => points.map(([position]) => position)))].sort(
    (a, b) => a - b,
  )
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value))
  const across = scaleOf(positions[0] ?? 0, positions.at(-1) ?? 1, Math.max(2, width / 70), { least: 1, exact: true })
  const up = top === undefined ? scaleOf(...rangeOf(values), 4) : scaleOf(0, top, 5)
  const edge = plotEdge
  return {
    width,
    positions,
    across,
    up,
    left: (value) => edge.left + ((value - across.low) / (across.high - across.low)) * (width - edge.left - edge.right),
    down: (value) =>
      plotHeight - edge.bottom - ((value - up.low) / (up.high - up.low)) * (plotHeight - edge.top - edge.bottom),
  }
}

/** Without spreading: a long training has more values than a call takes arguments. */
function rangeOf(values: readonly number[]): [number, number] {
  return values.length === 0
    ? [0, 1]
    : values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
}
