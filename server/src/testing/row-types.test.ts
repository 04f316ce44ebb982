import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { migrations } from '../../migrations/index.ts'
import { columnsOf } from './database-schema.ts'
import { declaredTables } from './row-types.ts'
import { openTestDatabase } from './test-database.ts'

let folder = ''
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-row-types-'))
  database = await openTestDatabase(folder)
  await migrate({ database, migrations, clock: systemClock, backup: async () => undefined })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function namesOf(table: string): Promise<Set<string>> {
  // SQLite's own name of a row's number, by which full-text tables are read.
  return new Set([...(await columnsOf(database, table)).map(({ name }) => name), 'rowid'])
}

test('each column of each row type is there after all migrations', async () => {
  const declared = declaredTables()
  expect(declared.length).toBeGreaterThan(60)
  const missing = new Set<string>()
  for (const { file, table, columns } of declared) {
    const actual = await namesOf(table)
    expect(columns.length, `${file}: ${table}`).toBeGreaterThan(0)
    for (const column of columns) if (!actual.has(column)) missing.add(`${file}: ${table}.${column}`)
  }
  expect([...missing]).toEqual([])
})
