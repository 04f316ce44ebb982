import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import type { Language } from '@vermilion/contract/kernel/text'
import { scaleOf } from '#ui/chart/scale.ts'
import type { Span } from '../view.ts'

export interface Tick {
  readonly at: number
  readonly words: string
}

const [second, minute, hour, day] = [1, 60, 3_600, 86_400]
/** Steps of clock and calendar in seconds. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * day),
]

export function ticksAcross({ from, to }: Span, axis: SeriesAxis, count: number, language: Language): Tick[] {
  if (axis === 'step') {
    const numbers = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 3 })
    const { ticks } = scaleOf(from, to, count, { exact: true })
    return ticks.map((at) => ({ at, words: numbers.format(at) }))
  }
  const unit = axis === 'time' ? 1_000 : 1
  const rough = (to - from) / unit / Math.max(1, count)
  const step = steps.find((one) => one >= rough)
  // Below a second and beyond years, round numbers apply.
  if (step === undefined || rough < second / 2) {
    return scaleOf(from, to, count, { exact: true }).ticks.map((at) => ({ at, words: wordsOf(at, axis, language) }))
  }
  // Days begin at the user's midnight.
  const offset = axis === 'time' ? new Date(from).getTimezoneOffset() * 60_000 : 0
  const ticks: Tick[] = []
  for (let at = Math.ceil((from - offset) / unit / step) * step; at * unit + offset <= to; at += step) {
    const position = at * unit + offset
    ticks.push({ at: position, words: wordsOf(position, axis, language, step) })
  }
  return ticks
}

/** The largest distance of a date from 1970 in milliseconds. */
const furthest = 8.64e15

/** The label of an x value; on a clock, as fine as the step. Values beyond dates stay numbers. */
export function wordsOf(at: number, axis: SeriesAxis, language: Language, step?: number): string {
  if (axis === 'step' || (axis === 'time' && !(Math.abs(at) <= furthest)))
    return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(at)
  if (axis === 'relative') return durationOf(at)
  const options: Intl.DateTimeFormatOptions =
    step === undefined
      ? { dateStyle: 'short', timeStyle: 'medium' }
      : step >= day
        ? { month: 'short', day: 'numeric' }
        : { hour: '2-digit', minute: '2-digit', hour12: false, ...(step < minute ? { second: '2-digit' } : {}) }
  return new Intl.DateTimeFormat(language, options).format(at)
}

function durationOf(seconds: number): string {
  if (seconds < 0) return `-${durationOf(-seconds)}`
  if (seconds < minute) return `${Number(seconds.toPrecision(3))}s`
  const [days, hours, minutes] = [seconds / day, (seconds % day) / hour, (seconds % hour) / minute].map(Math.floor)
  const rest = Math.floor(seconds % minute)
  const parts = [days && `${days}d`, hours && `${hours}h`, minutes && `${minutes}m`, rest && `${rest}s`]
  return parts.filter(Boolean).slice(0, 2).join('') || '0s'
}

/** Ticks of a logarithmic axis whose ends are base-10 logarithms. */
export function powerTicks(low: number, high: number): number[] {
  const [first, last] = [Math.floor(low), Math.ceil(high)]
  const every = Math.max(1, Math.ceil((last - first) / 5))
  const powers = Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, at) => first + at * every)
  const fine =
    last - first <= 2 ? powers.flatMap((power) => [1, 2, 5].map((digit) => power + Math.log10(digit))) : powers
  return fine.filter((at) => at >= low && at <= high)
}
