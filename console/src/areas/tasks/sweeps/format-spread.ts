import type { Spread } from '@vermilion/contract/tasks/sweeps/spread'
import { formatHeadline } from '../headline.tsx'

/** `0.980 ± 0.010`, or the mean alone while there is one value. */
export function formatSpread({ mean, deviation }: Spread): string {
  if (deviation === null) return formatHeadline(mean)
  return `${formatHeadline(mean)} ± ${formatHeadline(deviation)}`
}

/** A value of a parameter: short, as it was tried. */
export const formatParameter = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value)

export function formatDifference(value: number): string {
  const size = formatHeadline(Math.abs(value))
  return value < 0 ? `−${size}` : `+${size}`
}
