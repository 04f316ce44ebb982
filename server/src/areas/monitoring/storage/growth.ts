const day = 86_400_000
const historyDays = 14

interface Measured {
  at: string
  bytes: number
}

/** Estimates growth by linear regression; null for less than a day of history. */
export function growthOf(history: readonly Measured[], now: number): number | null {
  const recent = history.filter(({ at }) => now - Date.parse(at) <= historyDays * day)
  const [first] = recent
  const last = recent.at(-1)
  if (first === undefined || last === undefined || Date.parse(last.at) - Date.parse(first.at) < day) return null
  const points = recent.map(({ at, bytes }) => [(Date.parse(at) - Date.parse(first.at)) / day, bytes] as const)
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [meanDay, meanBytes] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [at]) => sum + (at - meanDay) ** 2, 0)
  return points.reduce((sum, [at, bytes]) => sum + (at - meanDay) * (bytes - meanBytes), 0) / spread
}

export function fullTime(free: number | null, growth: number | null, now: number): string | null {
  if (free === null || growth === null || growth <= 0) return null
  const days = free / growth
  return days > 36_500 ? null : new Date(now + days * day).toISOString()
}
