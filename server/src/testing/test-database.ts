import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock'
import { dataPaths } from '#platform/data-folder'
import { createDatabase, type Database } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openPostgres } from '#platform/database/postgres/engine'
import { openSqlite } from '#platform/database/sqlite'
import {
  createTestDatabase,
  dropAbandonedDatabases,
  dropTestDatabase,
  renameTestDatabase,
  testAddress,
  testConnections,
  testPostgres,
} from '#platform/database/testing/postgres-databases'
import { migrations } from '../../migrations/index.ts'

/** True when the tests of the server run on PostgreSQL. */
export const isDatabasePostgres = testPostgres !== undefined

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A data folder has the same database at each start of a server on it. */
const nameOf = (data: string) => `vermilion_test_${shortHash(data)}`

/** The variables by which a server finds the database of a data folder. */
export function databaseEnvironment(data: string): Record<string, string> {
  return isDatabasePostgres ? { VERMILION_DATABASE_URL: testAddress(nameOf(data)) } : {}
}

/** An empty database, unless the data folder has one. */
export async function placeDatabase(data: string): Promise<void> {
  if (isDatabasePostgres) await createTestDatabase(nameOf(data))
}

export async function removeDatabase(data: string): Promise<void> {
  if (isDatabasePostgres) await dropTestDatabase(nameOf(data))
}

/** The database of a data folder, beside a server or alone. */
export async function openTestDatabase(data: string): Promise<Database> {
  if (!isDatabasePostgres) return createDatabase(openSqlite(dataPaths(data).database))
  await placeDatabase(data)
  return createDatabase(await openPostgres(testConnections(nameOf(data))))
}

/** Changes rows behind the back of a server. */
export async function changeRows(data: string, ...statements: readonly string[]): Promise<void> {
  const database = await openTestDatabase(data)
  for (const statement of statements) await sql.raw(statement).execute(database.query())
  await database.close()
}

export async function readRows(data: string, statement: string): Promise<Record<string, unknown>[]> {
  const database = await openTestDatabase(data)
  const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(database.query())
  await database.close()
  return rows
}

/** All that is stored, as one text. */
export async function readWhole(data: string): Promise<string> {
  if (!isDatabasePostgres) {
    const files = ['', '-wal'].map((ending) =>
      readFile(`${dataPaths(data).database}${ending}`, 'latin1').catch(() => ''),
    )
    return (await Promise.all(files)).join('')
  }
  const tables = await readRows(
    data,
    `select table_name as "name" from information_schema.tables where table_schema = 'public'`,
  )
  const texts = tables.map(({ name }) =>
    readRows(data, `select string_agg(cast(it as text), ' ') as "all" from "${String(name)}" as it`),
  )
  return (await Promise.all(texts)).map(([row]) => String(row?.['all'])).join('')
}

let template: Promise<string> | undefined

export async function placeMigratedPostgres(data: string): Promise<void> {
  await createTestDatabase(nameOf(data), await (template ??= createTemplate()))
}

/** The template stays for later runs, under the sum of what it was made by. */
async function createTemplate(): Promise<string> {
  await dropAbandonedDatabases('vermilion_test_')
  const folder = join(import.meta.dirname, '../../migrations')
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(?:ts|sql)$/.test(file)).toSorted()
  const more = join(import.meta.dirname, '../platform/database/postgres/preparation.ts')
  const texts = await Promise.all([more, ...files.map((file) => join(folder, file))].map((file) => readFile(file)))
  const name = `vermilion_template_${shortHash(Buffer.concat(texts).toString())}`
  const draft = `vermilion_test_draft_${process.pid}`
  await dropTestDatabase(draft)
  await createTestDatabase(draft)
  const database = createDatabase(await openPostgres(testConnections(draft)))
  await migrate({ database, migrations, clock: systemClock, backup: () => Promise.resolve() })
  await database.close()
  await renameTestDatabase(draft, name)
  return name
}
