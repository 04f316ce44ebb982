import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import type { PointRow } from '#platform/readings/collector'
import type { HistoryTier } from '#platform/readings/tiers'

interface HistoryRow {
  deviceId: string
  tier: HistoryTier
  start: number
  points: string
}

interface HistoryTables {
  deviceHistory: HistoryRow
  devices: { id: string }
}

const batchSize = 200

export type HistoryStore = ReturnType<typeof createHistoryStore>

export function createHistoryStore(database: Database) {
  const query = database.query<HistoryTables>()
  return {
    /** Appends in SQL, without reading the rows. Skips deleted devices. */
    async append(rows: readonly PointRow<string>[]): Promise<void> {
      const devices = await query.selectFrom('devices').select('id').execute()
      const ids = new Set(devices.map(({ id }) => id))
      const remaining = rows.filter(({ key }) => ids.has(key))
      for (let at = 0; at < remaining.length; at += batchSize)
        await query
          .insertInto('deviceHistory')
          .values(remaining.slice(at, at + batchSize).map(({ key: deviceId, ...row }) => ({ deviceId, ...row })))
          .onConflict((conflict) =>
            conflict
              .columns(['deviceId', 'tier', 'start'])
              .doUpdateSet({ points: sql`${sql.ref('deviceHistory.points')} || excluded.points` }),
          )
          .execute()
    },
    rows: (deviceId: string, tier: HistoryTier, { from, to }: { from: number; to: number }) =>
      database
        .reader<HistoryTables>()
        .selectFrom('deviceHistory')
        .select(['start', 'points'])
        .where('deviceId', '=', deviceId)
        .where('tier', '=', tier)
        .where('start', '>=', from)
        .where('start', '<=', to)
        .orderBy('start')
        .execute(),
    latest: (tier: HistoryTier): Promise<PointRow<string>[]> =>
      database
        .reader<HistoryTables>()
        .selectFrom('devices')
        .innerJoin('deviceHistory', 'deviceId', 'id')
        .select(['deviceId as key', 'tier', 'start', 'points'])
        .where('tier', '=', tier)
        .where('start', '=', ({ selectFrom }) =>
          selectFrom('deviceHistory as later')
            .select(({ fn }) => fn.max('later.start').as('start'))
            .whereRef('later.deviceId', '=', 'devices.id')
            .where('later.tier', '=', tier),
        )
        .execute(),
    async removeOlder(tier: HistoryTier, threshold: number, most: number): Promise<number> {
      const oldest = query
        .selectFrom('deviceHistory')
        .select(['deviceId', 'tier', 'start'])
        .where('tier', '=', tier)
        .where('start', '<', threshold)
        .limit(most)
      const { numDeletedRows } = await query
        .deleteFrom('deviceHistory')
        .where(({ refTuple }) => sql<boolean>`${refTuple('deviceId', 'tier', 'start')} in ${oldest}`)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    removeDevice: (deviceId: string) => query.deleteFrom('deviceHistory').where('deviceId', '=', deviceId).execute(),
  }
}
