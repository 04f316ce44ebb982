import { type Scale, scaleOf } from '../scale.ts'
import { margin } from './drawing.ts'
import { powerTicks } from './ticks.ts'
import type { Picture } from './use-picture.ts'

const tickCount = 5

/** CSS pixels around the plot, for the axis labels and titles; without titles, labels are long, as they have units. */
export const edgeOf = (hasTitles: boolean) =>
  hasTitles ? { left: 58, right: 12, top: 26, bottom: 40 } : { left: 64, right: 12, top: 10, bottom: 26 }

/** Moves and stretches a picture, within its margin, to where its curves are now. */
export function transformOf(picture: Picture, now: Picture) {
  const { span, low, high } = picture.frame
  const view = now.frame.span
  const [perPlace, perValue] = [now.width / (view.to - view.from), now.height / (now.frame.high - now.frame.low)]
  const across = ((span.to - span.from) * perPlace) / picture.width
  const up = ((high - low) * perValue) / picture.height
  const left = (span.from - view.from) * perPlace + margin * (1 - across)
  const top = (now.frame.high - high) * perValue + margin * (1 - up)
  return {
    width: picture.width + 2 * margin,
    height: picture.height + 2 * margin,
    transform: `translate(${left}px, ${top}px) scale(${across}, ${up})`,
  }
}

/** The y axis: it ends at round numbers or, if it is logarithmic, at logarithms with a margin. */
export function axisUp(range: readonly [number, number] | null, logarithmic: boolean, fromZero = false): Scale {
  const { low, high } = heightOf(range, logarithmic, fromZero)
  return {
    low,
    high,
    ticks: logarithmic ? powerTicks(low, high) : scaleOf(low, high, tickCount, { exact: true }).ticks,
  }
}

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
  const wider = scaleOf(low, high, tickCount)
  return wider.low < low || wider.high > high ? roundEnds(wider.low, wider.high) : { low, high }
}
