const events = ['insert', 'update', 'delete'] as const

/**
 * PostgreSQL's triggers that count once for all rows of a statement: `work` gets the tables of rows as they were and as they are,
 * one of them empty where rows are added or removed. Counting after each row, as SQLite does, would write one counter as often as
 * there are rows, and each time step over all that it was before.
 */
export function statementTriggers(
  name: string,
  table: string,
  work: (old: string, now: string) => string,
  on: readonly (typeof events)[number][] = events,
): string[] {
  const none = `(select * from "${table}" limit 0)`
  return on.flatMap((event) => {
    const [old, now] = [event === 'insert' ? none : '"oldRows"', event === 'delete' ? none : '"newRows"']
    const tables = `${event === 'insert' ? '' : 'old table as "oldRows"'} ${event === 'delete' ? '' : 'new table as "newRows"'}`
    return [
      `create function "${name}_${event}"() returns trigger language plpgsql as $$ begin ${work(old, now)} return null; end $$`,
      `create trigger "${name}_${event}" after ${event} on "${table}" referencing ${tables}
        for each statement execute function "${name}_${event}"()`,
    ]
  })
}
