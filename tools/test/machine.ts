const rounds = 12
const entries = 200_000

/** Seconds that the work takes on the machine for which the budgets of files were set. */
const usualSeconds = 1

/** Slowness of this machine relative to the one that budgets are set for; at least 1. */
export function measureSlowness(): number {
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const numbers = new Map<string, number>()
    for (let index = 0; index < entries; index += 1) numbers.set(`k${(index * 7_919) % 200_003}`, index)
    structuredClone([...numbers].slice(entries / 2)).sort(([, a], [, b]) => b - a)
  }
  return Math.max(1, (performance.now() - startedAt) / 1_000 / usualSeconds)
}
