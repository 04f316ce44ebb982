export type Value = number | null

/** One line of a chart, with a value for each of the chart's times; null is a gap. */
export interface TimeLine {
  key: string
  /** The line's name in a chart with several lines. */
  name?: string
  /** The heading of its column of values, when the chart's title with the name is too long. */
  column?: string
  means: readonly Value[]
  /** The highest of what each value stands for, where that is known. */
  highest?: readonly Value[]
  /** The highest of all, where `highest` is known and not drawn. */
  peak?: Value
}

/** A measure over time. */
export interface TimeSeriesChart {
  key: string
  title: string
  lines: readonly TimeLine[]
  format: (value: Value) => string
  /** The format in a column of values, which needs equal decimals. */
  formatCell?: (value: Value) => string
  /** Upper end of the axis, where it is known; a chart without one ends above its highest value. */
  top: number | null
  /** An axis of bytes has round binary steps. */
  binary?: boolean
}

/** The state shared by all charts of a page: span, times and cursor. */
export interface TimeReading {
  /** Milliseconds since 1970. */
  from: number
  to: number
  times: readonly number[]
  /** Moments at which lines are broken and that are marked, as the clock was set then. */
  breaks?: readonly number[]
  position: number | null
  onPosition: (position: number | null) => void
  /** Part of the span was chosen by dragging. Without it a chart is not zoomed. */
  onZoom?: (from: number, to: number) => void
}

/**
 * The values of a line at the cursor; without a cursor, the last value and the highest drawn one. `highest` is undefined when the
 * line has no maxima.
 */
export function valuesAt({ means, highest }: TimeLine, position: number | null): { mean: Value; highest?: Value } {
  const at = position ?? means.findLastIndex((value) => value !== null)
  const mean = means[at] ?? null
  if (highest === undefined) return { mean }
  return { mean, highest: position === null ? highestOf(highest) : (highest[position] ?? null) }
}

/** The highest of all that a line stands for; undefined where it knows only means. */
export const peakOf = ({ highest, peak }: TimeLine): Value | undefined =>
  highest === undefined ? peak : highestOf(highest)

/** Null where nothing is known. */
export const highestOf = (values: readonly Value[]): Value =>
  values.reduce((top, value) => (value !== null && value > (top ?? -Infinity) ? value : top), null)
