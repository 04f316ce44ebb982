import { formatDuration } from '#lib/format.ts'

/** The rounding of durations in seconds, since estimates are no more precise. */
const steps = [
  { below: 60, unit: 5 },
  { below: 600, unit: 30 },
  { below: 3_600, unit: 60 },
  { below: 36_000, unit: 600 },
] as const

/** An estimated duration: `45 s`, `2 min 30 s`, `3 h`. */
export function aboutDuration(seconds: number): string {
  const unit = steps.find(({ below }) => seconds < below)?.unit ?? 3_600
  return formatDuration(Math.max(unit, Math.round(seconds / unit) * unit) * 1_000)
}
