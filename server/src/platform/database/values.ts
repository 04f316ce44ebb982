import { sql, type RawBuilder } from 'kysely'

/** Makes rows a table of a `with` clause, with the columns in this order. At least one row is required. */
export function valuesOf<Row extends object, Name extends keyof Row>(
  rows: readonly Row[],
  names: readonly Name[],
): RawBuilder<Pick<Row, Name>> {
  const row = (each: Row) => sql`(${sql.join(names.map((name) => each[name]))})`
  return sql`(values ${sql.join(rows.map(row))})`
}
