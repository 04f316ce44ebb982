import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Client } from 'pg'
import { startServer } from './server.ts'

const address = process.env['VERMILION_DATABASE_URL'] ?? ''
// A server of a bench is on SQLite unless it is told otherwise.
delete process.env['VERMILION_DATABASE_URL']

const batch = 2_000

/**
 * The environment of a server on the rows of a data folder, which no server uses: with VERMILION_DATABASE_URL, of which the user may
 * create databases, they are copied into a database of PostgreSQL of their own, unless it is there already.
 */
export async function databaseOf(data: string): Promise<Record<string, string>> {
  if (address === '') return {}
  const own = new URL(address)
  own.pathname = `vermilion_bench_${[basename(dirname(data)), basename(data)].join('_').replaceAll(/\W/g, '_')}`
  const environment = { VERMILION_DATABASE_URL: own.href }
  const isNew = await connected(address, async (client) => {
    const name = own.pathname.slice(1)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0)
      await client.query(`create database "${name}" template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
    return rowCount === 0
  })
  if (!isNew) return environment
  const empty = await startServer(data, environment)
  await empty.stop()
  const from = performance.now()
  await connected(own.href, (client) => copyRows(join(data, 'vermilion.db'), client))
  console.log(`copied to PostgreSQL in ${((performance.now() - from) / 1_000).toFixed(0)} s`)
  return environment
}

async function connected<Result>(to: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: to })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The counters are rows too, so no trigger is to count again. */
async function copyRows(file: string, client: Client): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  const columns = await client.query<{ table: string; columns: string[] }>(`select table_name as table,
    array_agg(column_name::text order by ordinal_position) as columns from information_schema.columns join information_schema.tables
    using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`)
  const tables = columns.rows.filter(({ table }) => table !== 'migrations' && hasTable(source, table))
  await client.query('begin; set local session_replication_role = replica')
  await client.query(`truncate ${tables.map(({ table }) => `"${table}"`).join()} cascade`)
  for (const { table, columns: all } of tables) {
    const names = all.filter((name) => name !== 'rowid').map((name) => `"${name}"`)
    const insert = (rows: readonly object[]) =>
      client.query(
        `insert into "${table}" (${names.join()}) overriding system value
          select ${names.join()} from json_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows, (_, value: unknown) => (isBytes(value) ? hexOf(value) : value))],
      )
    let rows: Record<string, SQLOutputValue>[] = []
    const hasRowid =
      source.prepare('select 1 from pragma_table_list where name = ? and wr = 0').get(table) !== undefined
    const order = hasRowid ? 'order by rowid' : ''
    for (const row of source.prepare(`select ${names.join()} from "${table}" ${order}`).iterate())
      if (rows.push(row) === batch) {
        await insert(rows)
        rows = []
      }
    await insert(rows)
  }
  await client.query('commit')
  const numbers = await client.query<{
    table: string
    column: string
  }>(`select table_name as table, column_name as column
    from information_schema.columns where identity_generation = 'BY DEFAULT' and table_schema = 'public'`)
  for (const { table, column } of numbers.rows)
    await client.query(`select setval(pg_get_serial_sequence('"${table}"', '${column}'),
      (select coalesce(max("${column}"), 0) + 1 from "${table}"))`)
  await client.query('vacuum analyze')
  source.close()
}

const hasTable = (database: DatabaseSync, table: string) =>
  database.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(table) !== undefined

/** A value in the form in which `JSON.stringify` hands it to its replacer. */
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
const hexOf = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
