/** The retention of readings: each tier is thinner than the one before and kept at least as long. All in seconds. */
export const historyTiers = {
  raw: { step: 10, unit: 1, row: 600, retention: 7_200 },
  minute: { step: 60, unit: 60, row: 3_600, retention: 2 * 86_400 },
  quarter: { step: 900, unit: 900, row: 86_400, retention: 90 * 86_400 },
  /** An eighth of a day, so that months are read from few rows. */
  eighth: { step: 10_800, unit: 10_800, row: 20 * 86_400, retention: 90 * 86_400 },
} as const
export type HistoryTier = keyof typeof historyTiers
export const tierNames = Object.keys(historyTiers) as HistoryTier[]

const maxRetention = Math.max(...tierNames.map((tier) => historyTiers[tier].retention))

export const floorTo = (seconds: number, step: number): number => Math.floor(seconds / step) * step

const niceSteps = [10, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400]

/** The step that gives a span at most this many points, and the thinnest tier that has it. */
export function planHistory(span: { from: number; to: number; now: number; points: number }): {
  step: number
  tier: HistoryTier
} {
  const { from, to, now, points } = span
  const requested = Math.max(1, to - from) / points
  const days = Math.ceil(requested / 86_400) * 86_400
  const nice = niceSteps.find((step) => step >= requested) ?? days
  // A span older than everything is read from the longest tier.
  const needed = Math.min(now - from, maxRetention)
  const reaching = tierNames.filter((tier) => historyTiers[tier].retention >= needed)
  const fitting = reaching.filter((tier) => historyTiers[tier].step <= nice)
  const tier = fitting.at(-1) ?? reaching[0] ?? 'quarter'
  return { tier, step: Math.max(nice, historyTiers[tier].step) }
}
