import type { Kysely } from 'kysely'
import type { Clock } from '#platform/clock'
import type { Database } from './database.ts'

/** One change of the schema. A released step is never edited; a correction is a new step. */
export interface Migration {
  up(schema: Kysely<unknown>['schema'], database: Database): Promise<void>
  readonly replaces?: string
}

/** Oldest first. */
export type Migrations = Readonly<Record<string, Migration>>

interface JournalTables {
  migrations: { name: string; position: number; appliedAt: string }
}

export async function pendingMigrations(database: Database, migrations: Migrations): Promise<string[]> {
  const applied = replaceFormer(await appliedMigrations(database), migrations)
  const foreign = unknownStep(applied, migrations)
  if (foreign !== undefined) {
    throw new Error(
      `The data folder was written by a newer version of this program (its step ${foreign} is unknown here). ` +
        'Start that version, or restore the backup that it made before the step.',
    )
  }
  return Object.keys(migrations).filter((name) => !applied.includes(name))
}

export async function requireCurrent(database: Database, migrations: Migrations): Promise<void> {
  if ((await pendingMigrations(database, migrations)).length > 0)
    throw new Error('The data folder is of an older version: start the server once, which brings it forward.')
}

/** The first step of a newer version. */
export const unknownStep = (applied: readonly string[], migrations: Migrations): string | undefined =>
  replaceFormer(applied, migrations).find((name) => !(name in migrations))

/** The applied steps, the former ones as the step that stands for them. Throws where the last of those is missing. */
function replaceFormer(applied: readonly string[], migrations: Migrations): readonly string[] {
  const [first, step] = Object.entries(migrations)[0] ?? []
  const last = step?.replaces
  if (first === undefined || last === undefined || applied.length === 0 || applied.includes(first)) return applied
  if (!applied.includes(last))
    throw new Error(
      `The data folder is of a development version that is too old for this program (its last step is ${applied.at(-1)}; ` +
        `${last} is needed). Start it once with a version that takes that step, or use another data folder.`,
    )
  return [first, ...applied.slice(applied.indexOf(last) + 1)]
}

/** Applies all pending steps or none. Before, `backup` is called with a name for the copy, unless the database is empty. */
export async function migrate(needs: {
  database: Database
  migrations: Migrations
  clock: Clock
  backup(name: string): Promise<void>
}): Promise<string[]> {
  const { database, migrations, clock, backup } = needs
  const pending = await pendingMigrations(database, migrations)
  await renameFormer(database, migrations, clock)
  const [first] = pending
  if (first === undefined) return []
  const applied = Object.keys(migrations).length - pending.length
  if (applied > 0) await backup(`${clock.time().replaceAll(':', '-')}-before-${first}`)
  const query = database.query<JournalTables>()
  await database.transaction(async () => {
    for (const [index, name] of pending.entries()) {
      await migrations[name]?.up(query.schema, database)
      await query
        .insertInto('migrations')
        .values({ name, position: applied + index, appliedAt: clock.time() })
        .execute()
    }
  })
  return pending
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const query = database.query<JournalTables>()
  await query.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull().unique())
    .addColumn('appliedAt', 'text', (column) => column.notNull())
    .execute()
  const rows = await query.selectFrom('migrations').select('name').orderBy('position').execute()
  return rows.map((row) => row.name)
}

/** Writes the step that stands for former ones into the journal in their place. */
async function renameFormer(database: Database, migrations: Migrations, clock: Clock): Promise<void> {
  const applied = await appliedMigrations(database)
  const current = replaceFormer(applied, migrations)
  if (current.length === applied.length) return
  const query = database.query<JournalTables>()
  await database.transaction(async () => {
    await query.deleteFrom('migrations').execute()
    for (const [position, name] of current.entries())
      await query.insertInto('migrations').values({ name, position, appliedAt: clock.time() }).execute()
  })
}
