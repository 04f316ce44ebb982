import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock'
import { dataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { isDatabasePostgres, placeMigratedPostgres } from './test-database.ts'
import { migrations } from '../../migrations/index.ts'

let template: Promise<Buffer> | undefined

/** The servers of one process migrate once. Servers in processes of their own migrate themselves. */
export async function placeMigratedDatabase(data: string): Promise<void> {
  if (isDatabasePostgres) return placeMigratedPostgres(data)
  const { database } = dataPaths(data)
  if (!existsSync(database)) await writeFile(database, await (template ??= createTemplate()))
}

async function createTemplate(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-template-'))
  try {
    const file = join(folder, 'template.db')
    const database = createDatabase(openSqlite(file))
    await migrate({ database, migrations, clock: systemClock, backup: () => Promise.resolve() })
    await database.close()
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
