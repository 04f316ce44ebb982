import { sql, type Kysely } from 'kysely'
import { inSlices, writeJson } from './columns.ts'
import { dialect } from './dialect.ts'

/**
 * Gives each row values of its own by its `keys`, with one statement for many rows: over a connection, each costs as much as
 * those of a hundred rows. Columns that hold whole numbers are named; all others hold texts.
 */
export async function updateRows<Tables, Row extends object>(
  query: Kysely<Tables>,
  table: keyof Tables & string,
  rows: readonly Row[],
  { keys, numbers = [] }: { keys: readonly (keyof Row & string)[]; numbers?: readonly (keyof Row & string)[] },
): Promise<void> {
  const isIn = (names: readonly string[], name: string) => names.includes(name)
  const valueOf = (name: string) => {
    const text = dialect.textAt('changed.value', name)
    return isIn(numbers, name) ? sql`cast(${text} as bigint)` : text
  }
  const namesOf = (row: Row) => Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  // Rows may leave columns as they are; a statement has one list of columns.
  for (const [names, alike] of Map.groupBy(rows, (row) => namesOf(row).join())) {
    const changed = names.split(',').filter((name) => !isIn(keys, name))
    const isSame = keys.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${valueOf(name)}`)
    for (const some of inSlices(alike)) {
      await sql`update ${sql.table(table)}
        set ${sql.join(changed.map((name) => sql`${sql.ref(name)} = ${valueOf(name)}`))}
        from ${dialect.elements(sql`${writeJson(some)}`)} as "changed"
        where ${sql.join(isSame, sql` and `)}`.execute(query)
    }
  }
}
