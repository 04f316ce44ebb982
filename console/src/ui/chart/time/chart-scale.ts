import { scaleOf } from '../scale.ts'
import type { TimeSeriesChart, Value } from './time-series.ts'

export const chartHeight = 168
export const chartEdge = { left: 64, right: 12, top: 10, bottom: 26 }

const minBytes = 16

interface Axis {
  low: number
  high: number
  ticks: readonly number[]
}

export const allOf = ({ top, binary = false }: Pick<TimeSeriesChart, 'top' | 'binary'>) =>
  binary && top !== null && top >= minBytes ? top : undefined

export function axisOf({ lines, top, binary = false }: TimeSeriesChart): Axis {
  let [lowest, highest] = [0, 0]
  for (const { means, highest: peaks = [] } of lines)
    for (const values of [means, peaks])
      for (const value of values) {
        lowest = Math.min(lowest, value ?? 0)
        highest = Math.max(highest, value ?? 0)
      }
  if (top === 1) return { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }
  if (binary) return binaryAxis(top ?? highest, top !== null)
  const { low, high, ticks } = scaleOf(lowest, highest === lowest ? lowest + 1 : highest, 4)
  return { low, high, ticks }
}

const minGap = 0.4

/** Steps are powers of two, for short labels; the last tick is the total. */
function binaryAxis(highest: number, isAll: boolean): Axis {
  const top = highest === 0 ? 1024 : Math.max(highest, minBytes)
  const step = 2 ** Math.ceil(Math.log2(top / 4))
  const high = isAll ? top : Math.ceil(top / step) * step
  const below = Math.floor(high / step - minGap) + 1
  return { low: 0, high, ticks: [...Array.from({ length: below }, (_, index) => index * step), high] }
}

/** The steps that were under way at these moments; values from there on include the change. */
export function stepsAt(times: readonly number[], moments: readonly number[]): Set<number> {
  return new Set(moments.map((at) => times.findLastIndex((time) => time <= at)))
}

export function stretchesOf(
  values: readonly Value[],
  toPoint: (index: number, value: number) => string,
  breaks: ReadonlySet<number> = new Set(),
): string[] {
  const stretches: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null || breaks.has(index)) stretches.push([])
    if (value !== null) stretches.at(-1)?.push(toPoint(index, value))
  }
  return stretches.filter(({ length }) => length > 0).map((stretch) => stretch.join(' '))
}
