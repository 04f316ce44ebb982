import type { Database } from '#platform/database/database'

export interface ClockJumpRow {
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
