import { sql } from 'kysely'
import type { Database } from '#platform/database/database'

interface Column {
  readonly name: string
  /** True where a row needs a value of its own. */
  readonly isRequired: boolean
  readonly isNumber: boolean
}

export async function columnsOf(database: Database, table: string): Promise<Column[]> {
  const query = database.query()
  if (database.kind === 'sqlite') {
    const { rows } = await sql<{ name: string; notnull: number; dflt_value: string | null }>`
      select * from pragma_table_info(${table})`.execute(query)
    return rows.map((row) => ({
      name: row.name,
      isRequired: row.notnull === 1 && row.dflt_value === null,
      isNumber: false,
    }))
  }
  const { rows } = await sql<{ name: string; isRequired: number; isNumber: number }>`
    select column_name as "name", is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isRequired",
      data_type <> 'text' as "isNumber"
    from information_schema.columns where table_name = ${table}`.execute(query)
  return rows.map(({ name, isRequired, isNumber }) => ({
    name,
    isRequired: isRequired === 1,
    isNumber: isNumber === 1,
  }))
}

/** Lets rows name others that are not there, until the returned function is called. */
export async function dropReferences(database: Database): Promise<() => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(database.query())
  if (database.kind === 'sqlite') {
    await run('pragma foreign_keys = off')
    return async () => void (await run('pragma foreign_keys = on'))
  }
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", conname as "name", pg_get_constraintdef(oid) as "definition"
    from pg_constraint where contype = 'f'`.execute(database.query())
  for (const { table, name } of rows) await run(`alter table ${table} drop constraint "${name}"`)
  return async () => {
    for (const { table, name, definition } of rows)
      await run(`alter table ${table} add constraint "${name}" ${definition}`)
  }
}
