import type { Curve } from '#ui/chart/lines/drawing.ts'

/** Smaller units of a rate, with their number per measured unit. */
const smaller = [
  { unit: 'MiB/s', times: 1 },
  { unit: 'KiB/s', times: 1_024 },
  { unit: 'B/s', times: 1_048_576 },
] as const

/** Curves in the largest unit in which the maximum is at least 1. */
export function inReadableUnit(
  curves: readonly Curve[],
  unit: string | undefined,
): { curves: readonly Curve[]; unit: string | undefined } {
  if (unit !== smaller[0].unit) return { curves, unit }
  const highest = curves.reduce((most, { y }) => Array.from(y).reduce((a, b) => Math.max(a, b), most), 0)
  if (highest === 0) return { curves, unit }
  const { unit: readable, times } = smaller.find(({ times: many }) => highest * many >= 1) ?? smaller[2]
  if (times === 1) return { curves, unit }
  return {
    curves: curves.map((curve) => ({ ...curve, y: Array.from(curve.y, (value) => value * times) })),
    unit: readable,
  }
}
