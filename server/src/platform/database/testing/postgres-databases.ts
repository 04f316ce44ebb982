import { Client } from 'pg'
import { readDatabase, type PostgresAddress } from '../../../config/database-address.ts'

/** A server of PostgreSQL where tests may create databases, such as `postgres://vermilion@127.0.0.1:5432/postgres`. */
export const testPostgres = process.env['VERMILION_TEST_POSTGRES']

export const skippedWithoutPostgres = ' (skipped: VERMILION_TEST_POSTGRES names no PostgreSQL)'

const plain = `encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`

/** Creates the database unless it is there; `template` is one that nobody is connected to. */
export async function createTestDatabase(name: string, template = 'template0', locale = plain): Promise<void> {
  await onServer(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    await client.query(`create database "${name}" template "${template}" ${locale}`)
    await client.query(`comment on database "${name}" is '${process.pid}'`)
  })
}

/** Drops those whose processes have ended. */
export async function dropAbandonedDatabases(prefix: string): Promise<void> {
  await onServer(async (client) => {
    const { rows } = await client.query<{ name: string; pid: string | null }>(
      `select datname as name, shobj_description(oid, 'pg_database') as pid from pg_database where starts_with(datname, $1)`,
      [prefix],
    )
    for (const { name, pid } of rows)
      if (!isRunning(Number(pid))) await client.query(`drop database if exists "${name}" with (force)`)
  })
}

/** Drops the database where another has the new name already. */
export async function renameTestDatabase(name: string, to: string): Promise<void> {
  await onServer(async (client) => {
    await client.query(`alter database "${name}" rename to "${to}"`).catch(() => undefined)
    await client.query(`drop database if exists "${name}"`)
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export const dropTestDatabase = (name: string): Promise<void> =>
  onServer(async (client) => void (await client.query(`drop database if exists "${name}" with (force)`)))

export function testAddress(name: string): string {
  const address = new URL(testPostgres ?? '')
  address.pathname = name
  return address.href
}

export function testConnections(name: string): PostgresAddress {
  const { match } = readDatabase({ VERMILION_DATABASE_URL: testAddress(name), VERMILION_DATABASE_CONNECTIONS: '8' })
  if (match === undefined) throw new Error('VERMILION_TEST_POSTGRES is no address of PostgreSQL')
  return match
}

async function onServer(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: testPostgres })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
