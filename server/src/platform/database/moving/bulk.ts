import { sql } from 'kysely'
import type { Database } from '../database.ts'

interface Suspended {
  readonly remove: string
  readonly make: string
}

const inSqlite = sql<Suspended>`select 'drop ' || "type" || ' "' || "name" || '"' as "remove", "sql" as "make"
  from "sqlite_master" where "type" in ('trigger', 'index') and "sql" is not null`

/** All that the owner of tables may do: to switch triggers off at once needs a superuser. */
const inPostgres = sql<Suspended>`
  with "classes" as (select oid, relkind from pg_class where relnamespace = to_regnamespace(current_schema()))
  select format('alter table %s disable trigger user', oid::regclass) as "remove",
    format('alter table %s enable trigger user', oid::regclass) as "make" from "classes" where relkind = 'r'
  union all select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid) from pg_index
    where indexrelid in (select oid from "classes") and indexrelid not in (select conindid from pg_constraint)
  union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid in (select oid from "classes")`

/** Takes away triggers, indexes and references, since rows come as they are and in any order, and returns what puts them back. */
export async function suspend(database: Database): Promise<() => Promise<void>> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(database.query())
  }
  const isSqlite = database.kind === 'sqlite'
  const { rows } = await (isSqlite ? inSqlite : inPostgres).execute(database.query())
  await run(isSqlite ? ['pragma foreign_keys = off'] : [`set local maintenance_work_mem = '256MB'`])
  await run(rows.map(({ remove }) => remove))
  return async () => {
    await run(rows.map(({ make }) => make))
    if (!isSqlite) await run(['analyze'])
  }
}

interface Highest {
  readonly table: string
  readonly highest: number | null
}

const highestInSqlite = sql<Highest>`select "name" as "table", "seq" as "highest" from "sqlite_sequence"`

const sequences = sql`(select relname, attname, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = to_regnamespace(current_schema()) and relkind = 'r' and attidentity <> '') as "sequences"`

const highestInPostgres = sql<Highest>`
  select relname as "table", pg_sequence_last_value(sequence::regclass) as "highest" from ${sequences}`

/** Numbers that were given once are given to no other row, also where theirs is gone. */
export async function copyHighestNumbers(source: Database, target: Database): Promise<void> {
  const { rows } = await (source.kind === 'sqlite' ? highestInSqlite : highestInPostgres).execute(source.query())
  const numbers = new Map(rows.map(({ table, highest }) => [table, highest ?? 0]))
  const query = target.query()
  if (target.kind === 'sqlite') {
    await sql`delete from "sqlite_sequence"`.execute(query)
    for (const [table, highest] of numbers)
      await sql`insert into "sqlite_sequence" ("name", "seq") select "name", ${highest} from "sqlite_master"
        where ${highest} > 0 and "name" = ${table} and "sql" like '%autoincrement%'`.execute(query)
    return
  }
  const { rows: own } = await sql<{ table: string; column: string; sequence: string }>`
    select relname as "table", attname as "column", sequence from ${sequences}`.execute(query)
  for (const { table, column, sequence } of own)
    await sql`select setval(cast(${sequence} as text)::regclass, greatest("highest", 1), "highest" > 0) from
      (select greatest(coalesce(max(${sql.ref(column)}), 0), ${numbers.get(table) ?? 0}) as "highest"
        from ${sql.table(table)}) as "numbers"`.execute(query)
}
