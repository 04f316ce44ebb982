import { scaleOf } from '#ui/chart/scale.ts'
import { marksUp, plotHeight } from './chart-types.ts'
import type { Frame } from './drawing.ts'
import type { Span } from '../view.ts'

export function transformOf(
  picture: { frame: Frame; width: number },
  now: { view: Span; width: number; low: number; high: number },
) {
  const { span, low, high } = picture.frame
  const perPlace = now.width / (now.view.to - now.view.from)
  const across = ((span.to - span.from) * perPlace) / picture.width
  const up = (high - low) / (now.high - now.low)
  const left = (span.from - now.view.from) * perPlace
  const top = ((now.high - high) / (now.high - now.low)) * plotHeight
  return {
    width: picture.width,
    height: plotHeight,
    transform: `translate(${left}px, ${top}px) scale(${across}, ${up})`,
  }
}

/** The ends of the y axis: round numbers or, on a logarithmic axis, logarithms with a margin. */
export function heightOf(
  range: readonly [number, number] | null,
  logarithmic: boolean,
  fromZero = false,
): { low: number; high: number } {
  if (range === null) return { low: 0, high: 1 }
  if (fromZero && !logarithmic && range[0] >= 0 && range[1] > 0) return roundEnds(0, range[1])
  const [low, high] = logarithmic ? range.map(Math.log10) : range
  if (low === undefined || high === undefined || !(high > low)) {
    const [at = 0] = logarithmic ? range.map(Math.log10) : range
    const half = logarithmic ? 0.5 : Math.max(Math.abs(at) / 2, 0.5)
    return { low: at - half, high: at + half }
  }
  if (!logarithmic) return roundEnds(low, high)
  const margin = (high - low) * 0.05
  return { low: low - margin, high: high + margin }
}

/** Ends that coincide with ticks; wider ends may need larger steps, which reach further. */
function roundEnds(low: number, high: number): { low: number; high: number } {
  const wider = scaleOf(low, high, marksUp)
  return wider.low < low || wider.high > high ? roundEnds(wider.low, wider.high) : { low, high }
}
