export type Value = number | null

export interface TimeLine {
  key: string
  name?: string
  /** The heading of its column of values, when the chart's title with the name is too long. */
  column?: string
  means: readonly Value[]
  highest?: readonly Value[]
  peak?: Value
}

export interface TimeSeriesChart {
  key: string
  title: string
  lines: readonly TimeLine[]
  format: (value: Value) => string
  formatCell?: (value: Value) => string
  top: number | null
  binary?: boolean
}

export interface TimeReading {
  /** Milliseconds since 1970. */
  from: number
  to: number
  times: readonly number[]
  /** Times at which the clock was set: lines break there, and a mark is drawn. */
  breaks?: readonly number[]
  position: number | null
  onPosition: (position: number | null) => void
  /** Called when a drag has selected a part of the span. Without it, a chart cannot be zoomed. */
  onZoom?: (from: number, to: number) => void
}

/** Without a cursor, the last value and the highest drawn one. `highest` is undefined when the line has no maxima. */
export function valuesAt({ means, highest }: TimeLine, position: number | null): { mean: Value; highest?: Value } {
  const at = position ?? means.findLastIndex((value) => value !== null)
  const mean = means[at] ?? null
  if (highest === undefined) return { mean }
  return { mean, highest: position === null ? highestOf(highest) : (highest[position] ?? null) }
}

export const peakOf = ({ highest, peak }: TimeLine): Value | undefined =>
  highest === undefined ? peak : highestOf(highest)

export const highestOf = (values: readonly Value[]): Value =>
  values.reduce((top, value) => (value !== null && value > (top ?? -Infinity) ? value : top), null)
