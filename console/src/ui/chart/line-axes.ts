import { type Scale, scaleOf } from './scale.ts'

export interface Curve {
  name: string
  isOverall?: boolean
  points: readonly (readonly [x: number, y: number])[]
}

/** CSS pixels around the plot, for the axis labels. */
export const plotEdge = { left: 46, right: 14, top: 26, bottom: 40 }

export interface LineAxes {
  width: number
  height: number
  positions: readonly number[]
  across: Scale
  up: Scale
  left: (value: number) => number
  down: (value: number) => number
}

/** The axes of curves in a plot of this size; `top` is the upper end of the y axis, if known. */
export function lineAxesOf(
  curves: readonly Curve[],
  { width, height }: { width: number; height: number },
  top: number | undefined,
): LineAxes {
  const positions = [...new Set(curves.flatMap(({ points }) => points.map(([position]) => position)))].sort(
    (a, b) => a - b,
  )
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value))
  // Epochs are whole numbers, thresholds are not.
  const isWhole = positions.every((position) => Number.isInteger(position))
  const tickCount = isWhole ? Math.max(2, width / 70) : Math.min(10, Math.max(2, width / 50))
  const across = scaleOf(positions[0] ?? 0, positions.at(-1) ?? 1, tickCount, { least: isWhole ? 1 : 0, exact: true })
  const up = top === undefined ? scaleOf(...rangeOf(values), 4) : scaleOf(0, top, 5)
  const edge = plotEdge
  return {
    width,
    height,
    positions,
    across,
    up,
    left: (value) => edge.left + ((value - across.low) / (across.high - across.low)) * (width - edge.left - edge.right),
    down: (value) => height - edge.bottom - ((value - up.low) / (up.high - up.low)) * (height - edge.top - edge.bottom),
  }
}

/** No spreading: a long training has more values than a call can have arguments. */
function rangeOf(values: readonly number[]): [number, number] {
  return values.length === 0
    ? [0, 1]
    : values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
}
