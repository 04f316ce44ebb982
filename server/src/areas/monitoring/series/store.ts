import { type Generated, sql } from 'kysely'
import type { Database } from '#platform/database/database'
import type { PointRow } from '#platform/readings/collector'
import type { HistoryTier } from '#platform/readings/tiers'

interface ReadingRow {
  series: number
  tier: HistoryTier
  start: number
  points: string
}

interface ReadingTables {
  readingSeries: { number: Generated<number>; hostId: string; name: string }
  readings: ReadingRow
}

const batchSize = 200

export type ReadingStore = ReturnType<typeof createReadingStore>

export function createReadingStore(database: Database) {
  const query = database.query<ReadingTables>()
  return {
    series: () => query.selectFrom('readingSeries').selectAll().execute(),
    async addSeries(hostId: string, name: string): Promise<number> {
      const added = query.insertInto('readingSeries').values({ hostId, name }).returning('number')
      return (await added.executeTakeFirstOrThrow()).number
    },
    /** Appends in SQL, without reading the rows. */
    async append(rows: readonly PointRow<number>[]): Promise<void> {
      for (let at = 0; at < rows.length; at += batchSize)
        await query
          .insertInto('readings')
          .values(rows.slice(at, at + batchSize).map(({ key: series, ...row }) => ({ series, ...row })))
          .onConflict((conflict) =>
            conflict
              .columns(['series', 'tier', 'start'])
              .doUpdateSet({ points: sql`${sql.ref('readings.points')} || excluded.points` }),
          )
          .execute()
    },
    rows: (series: readonly number[], tier: HistoryTier, { from, to }: { from: number; to: number }) =>
      database
        .reader<ReadingTables>()
        .selectFrom('readings')
        .select(['series', 'start', 'points'])
        .where('series', 'in', [...series])
        .where('tier', '=', tier)
        .where('start', '>=', from)
        .where('start', '<=', to)
        .execute(),
    latest: (tier: HistoryTier): Promise<PointRow<number>[]> =>
      database
        .reader<ReadingTables>()
        .selectFrom('readingSeries')
        .innerJoin('readings', 'series', 'number')
        .select(['series as key', 'tier', 'start', 'points'])
        .where('tier', '=', tier)
        .where('start', '=', ({ selectFrom }) =>
          selectFrom('readings as later')
            .select(({ fn }) => fn.max('later.start').as('start'))
            .whereRef('later.series', '=', 'number')
            .where('later.tier', '=', tier),
        )
        .execute(),
    async removeOlder(tier: HistoryTier, threshold: number, most: number): Promise<number> {
      const oldest = query
        .selectFrom('readings')
        .select(['series', 'tier', 'start'])
        .where('tier', '=', tier)
        .where('start', '<', threshold)
        .limit(most)
      const { numDeletedRows } = await query
        .deleteFrom('readings')
        .where(({ refTuple }) => sql<boolean>`${refTuple('series', 'tier', 'start')} in ${oldest}`)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

interface ClockJumpRow {
  /** Seconds since 1970, after the change. */
  at: number
  /** Negative for backwards. */
  seconds: number
}

const maxJumps = 100

export function createJumpStore(database: Database) {
  const query = database.query<{ clockJumps: ClockJumpRow }>()
  return {
    add: (row: ClockJumpRow) =>
      query
        .insertInto('clockJumps')
        .values(row)
        .onConflict((conflict) => conflict.column('at').doUpdateSet({ seconds: row.seconds }))
        .execute(),
    between: ({ from, to }: { from: number; to: number }) =>
      database
        .reader<{ clockJumps: ClockJumpRow }>()
        .selectFrom('clockJumps')
        .selectAll()
        .where('at', '>=', from)
        .where('at', '<=', to)
        .orderBy('at')
        .limit(maxJumps)
        .execute(),
    removeOlder: (threshold: number) => query.deleteFrom('clockJumps').where('at', '<', threshold).execute(),
  }
}
