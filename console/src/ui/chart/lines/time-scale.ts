import { type Scale, scaleOf } from '../scale.ts'
import type { Points } from './span.ts'
import type { TimeSeriesChart, Value } from './time-series.ts'

const minBytes = 16

export const totalOf = ({ top, binary = false }: Pick<TimeSeriesChart, 'top' | 'binary'>) =>
  binary && top !== null && top >= minBytes ? top : undefined

export function axisOf({ lines, top, binary = false }: TimeSeriesChart): Scale {
  if (top === 1) return { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }
  const values = lines.flatMap(({ means, highest = [] }) => [...means, ...highest]).map((value) => value ?? 0)
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (binary) return binaryAxis(top ?? highest, top !== null)
  return scaleOf(lowest, highest === lowest ? lowest + 1 : highest, 4)
}

const minGap = 0.4

/** Steps are powers of two, for short labels; the last tick is the total. */
function binaryAxis(highest: number, isTotal: boolean): Scale {
  const top = highest === 0 ? 1024 : Math.max(highest, minBytes)
  const step = 2 ** Math.ceil(Math.log2(top / 4))
  const high = isTotal ? top : Math.ceil(top / step) * step
  const below = Math.floor(high / step - minGap) + 1
  return { low: 0, high, ticks: [...Array.from({ length: below }, (_, index) => index * step), high] }
}

/** Points with a gap where nothing was measured, and before the steps that were under way when the clock was set. */
export function pointsOf(times: readonly number[], values: readonly Value[], clockSetAt: readonly number[]): Points {
  const broken = new Set(clockSetAt.map((at) => times.findLastIndex((time) => time <= at)))
  const points = times.flatMap((time, index) => {
    const point = [time, values[index] ?? Number.NaN] as const
    return broken.has(index) ? [[time, Number.NaN] as const, point] : [point]
  })
  return { x: points.map(([time]) => time), y: points.map(([, value]) => value) }
}
