import { encodePoint, pointLength } from '../../server/src/areas/monitoring/series/point-code.ts'
import { createReadingStore } from '../../server/src/areas/monitoring/series/store.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { floorTo, historyTiers, tierNames } from '../../server/src/platform/readings/tiers.ts'
import type { HistoryTier } from '../../server/src/platform/readings/tiers.ts'

interface Seed {
  readonly hostIds: readonly string[]
  readonly names: readonly string[]
  /** Seconds since 1970. */
  readonly from: number
  readonly until: number
}

/** Writes the rows that thinning leaves, in order of arrival, so that rows of a series are far apart. */
export async function seedReadings(database: Database, { hostIds, names, from, until }: Seed): Promise<void> {
  const store = createReadingStore(database)
  const series: number[] = []
  await database.transaction(async () => {
    for (const hostId of hostIds) for (const name of names) series.push(await store.addSeries(hostId, name))
  })
  for (const tier of tierNames) {
    const { row, step, retention } = historyTiers[tier]
    const full = rowText(tier)
    for (let start = floorTo(Math.max(from, until - retention), row); start < until; start += row) {
      const points = full.slice(0, Math.floor(Math.min(row, until - start) / step) * pointLength)
      await database.transaction(() => store.append(series.map((key) => ({ key, tier, start, points }))))
    }
  }
}

function rowText(tier: HistoryTier): string {
  const { row, step, unit } = historyTiers[tier]
  const points = Array.from({ length: row / step }, (_, index) => ({
    at: index * step,
    mean: Math.random(),
    highest: 1,
    readings: step / 10,
  }))
  return points.map((point) => encodePoint(point, { start: 0, unit })).join('')
}
