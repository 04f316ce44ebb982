import { sql } from 'kysely'
import type { Database } from '../database.ts'

export interface Table {
  readonly name: string
  /** The row number is one of them, where the table has no whole number as its key. Types have the names of the engine. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
}

const inSqlite = sql<ColumnRow>`
  with "tables" as (select "name", "wr" from pragma_table_list
    where "schema" = 'main' and "type" = 'table' and "name" not like 'sqlite~_%' escape '~')
  select "tables"."name" as "table", "columns"."name" as "name", lower("columns"."type") as "type"
  from "tables", pragma_table_info("tables"."name") as "columns"
  union all select "name", 'rowid', 'bigint' from "tables" where not "wr"
    and (select group_concat(lower("type")) from pragma_table_info("tables"."name") where "pk" > 0) is not 'integer'
  order by 1`

// The table of leaders is a matter of one database alone, and no step of the schema.
const inPostgres = sql<ColumnRow>`
  select relname as "table", attname as "name", format_type(atttypid, atttypmod) as "type"
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = to_regnamespace(current_schema()) and relkind = 'r'
    and relname <> 'vermilion_leads' and attnum > 0 and not attisdropped and attgenerated = ''
  order by relname, attnum`

/** All tables with what is stored in them: without columns that are computed, and without indexes that are tables in SQLite. */
export async function readTables(database: Database): Promise<Table[]> {
  const { rows } = await (database.kind === 'sqlite' ? inSqlite : inPostgres).execute(database.query())
  const tables = Map.groupBy(rows, ({ table }) => table)
  return Array.from(tables, ([name, columns]) => ({ name, columns }))
}

/** Throws where one of them has a table or a column that the other has not. */
export function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
  const namesOf = (tables: readonly Table[]) =>
    new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)))
  const differing = [...namesOf(source).symmetricDifference(namesOf(target))]
  if (differing.length > 0)
    throw new Error(`The tables are not those of this version: ${differing.slice(0, 10).join(', ')} differ.`)
}

/** Throws where the database has tables or views already. */
export async function requireEmpty(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as "name" from pg_class
    where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`.execute(
    database.query(),
  )
  if (rows.length > 0)
    throw new Error(
      `The database has ${rows.length} tables already (${rows
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')} …), and rows are copied into an empty one alone. Create ` +
        'another, or empty this one: drop schema public cascade; create schema public',
    )
}

/** Milliseconds that a server which has just ended may take to leave. */
const patience = 2_000

/** Throws where a program of ours is connected from elsewhere, under another name than `own`. */
export async function requireAlone(database: Database, own: string): Promise<void> {
  const until = Date.now() + patience
  for (;;) {
    const { rows } = await sql<{ address: string }>`select coalesce(host(client_addr), 'this machine') as "address"
      from pg_stat_activity where datname = current_database() and application_name like 'vermilion%'
      and application_name <> ${own}`.execute(database.query())
    if (rows[0] === undefined) return
    if (Date.now() > until)
      throw new Error(`A server uses the database (it is connected from ${rows[0].address}): stop it first.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
