import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Client } from 'pg'

type Row = Record<string, SQLInputValue>

/**
 * Fills a migrated database of PostgreSQL with the rows of a file of SQLite, row numbers included. They lie there in any order, as
 * they do once rows have been changed: who reads them in one has to ask for it.
 */
export async function copyRows(file: string, client: Client, random: () => number): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  // Neither triggers nor references: the rows have been counted and checked.
  await client.query('set session_replication_role = replica')
  const { rows: columns } = await client.query<{ table: string; name: string; isCounted: boolean }>(
    `select table_name as "table", column_name as "name", is_identity = 'YES' as "isCounted"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'`,
  )
  for (const [table, all = []] of Object.entries(Object.groupBy(columns, (column) => column.table))) {
    await client.query(`delete from "${table}"`)
    const names = all.map(({ name }) => `"${name}"`).join()
    const values = all.map((_, at) => `$${at + 1}`).join()
    const rows = source.prepare(`select ${names} from "${table}" order by 1`).all() as Row[]
    for (const { row } of rows.map((row) => ({ row, at: random() })).toSorted((one, other) => one.at - other.at))
      await client.query(
        `insert into "${table}" (${names}) overriding system value values (${values})`,
        all.map(({ name }) => row[name]),
      )
    for (const { name } of all.filter(({ isCounted }) => isCounted))
      await client.query(
        `select setval(pg_get_serial_sequence('"${table}"', '${name}'), (select coalesce(max("${name}"), 0) + 1 from "${table}"), false)`,
      )
  }
  source.close()
}
