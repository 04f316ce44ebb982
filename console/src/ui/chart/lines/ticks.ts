import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import type { Language } from '@vermilion/contract/kernel/text'
import { formatTime } from '#lib/format.ts'
import type { TimeZone } from '#lib/system.ts'
import { scaleOf } from '../scale.ts'
import type { Span } from './span.ts'

export interface Tick {
  readonly at: number
  readonly text: string
}

export interface AxisAcross {
  readonly axis: SeriesAxis
  readonly language: Language
  readonly zone: TimeZone
  /** True for values that only whole numbers have, such as epochs. */
  readonly isWhole?: boolean
}

const [second, minute, hour, day] = [1, 60, 3_600, 86_400]
/** Steps of clock and calendar in seconds. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * day),
]

/** The largest distance of a date from 1970 in milliseconds. */
const furthest = 8.64e15

export function ticksAcross({ from, to }: Span, count: number, across: AxisAcross): Tick[] {
  const { axis, language, zone, isWhole = false } = across
  if (axis === 'step') {
    const numbers = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 3 })
    const { ticks } = scaleOf(from, to, count, { exact: true, least: isWhole ? 1 : 0 })
    return ticks.map((at) => ({ at, text: numbers.format(at) }))
  }
  const unit = axis === 'time' ? 1_000 : 1
  const rough = (to - from) / unit / Math.max(1, count)
  const step = steps.find((one) => one >= rough)
  // Below a second, beyond years and beyond dates, round numbers apply.
  if (step === undefined || rough < second / 2 || (axis === 'time' && !(Math.abs(to) <= furthest))) {
    return scaleOf(from, to, count, { exact: true }).ticks.map((at) => ({ at, text: labelAt(at, across) }))
  }
  const offsetOf = (at: number) =>
    axis === 'time' && zone === 'local' ? new Date(at).getTimezoneOffset() * minute * unit : 0
  const ticks: Tick[] = []
  // Days begin at the user's midnight, also after a change of the clocks.
  let at = Math.floor((from - offsetOf(from)) / unit / step) * step * unit + offsetOf(from)
  while (at <= to) {
    const text = axis === 'time' ? clockLabel(at - offsetOf(at), step) : durationOf(at)
    if (at >= from) ticks.push({ at, text })
    const next = at + step * unit
    at = next + offsetOf(next) - offsetOf(at)
  }
  return ticks
}

function clockLabel(at: number, step: number): string {
  const time = new Date(at).toISOString()
  const isMidnight = time.slice(11, 19) === '00:00:00'
  return step >= day || isMidnight ? time.slice(5, 10) : time.slice(11, step < minute ? 19 : 16)
}

/** The label of an x value. Values beyond dates stay numbers. */
export function labelAt(at: number, { axis, language, zone }: AxisAcross): string {
  if (axis === 'step' || (axis === 'time' && !(Math.abs(at) <= furthest)))
    return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(at)
  return axis === 'relative' ? durationOf(at) : formatTime(at, zone)
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
