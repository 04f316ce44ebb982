import type { Database } from '#platform/database/database'

export interface ClockJumpRow {
  /** Seconds since 1970, by the clock as it was set. */
  at: number
  /** Forward, or back if negative. */
  seconds: number
}

/** Jumps that are told of one span. */
const most = 100

/** Rows of the times at which the clock was set. No rules here. */
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
        .limit(most)
        .execute(),
    removeOlder: (threshold: number) => query.deleteFrom('clockJumps').where('at', '<', threshold).execute(),
  }
}
