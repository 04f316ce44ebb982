import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Migration } from '../../src/platform/database/migrate.ts'
import { postgresTable, postgresTrigger } from './postgres.ts'
import { contentCounterStatements } from './triggers/content-counters.ts'
import { datasetItemStatements } from './triggers/dataset-items.ts'
import { fileStatements } from './triggers/file-names.ts'
import { lineageStatements } from './triggers/lineages.ts'

/** The areas that have tables, in an order in which every table comes after those that it refers to. */
const areas = [
  'platform',
  'settings',
  'accounts',
  'spaces',
  'files',
  'devices',
  'tasks',
  'datasets',
  'models',
  'rollouts',
  'evaluation',
  'generation',
  'assist',
  'auto-label',
  'search',
  'monitoring',
  'fine-tuning',
  'assistant',
]

/** The tables and triggers of the first release, as SQLite writes them; PostgreSQL's form of both comes of that. */
export const baseline: Migration = {
  replaces: '0124-thresholds-of-rounds',
  async up(_, database) {
    const tables = await Promise.all(areas.map(readStatements))
    const triggers = [
      ...fileStatements(database.kind),
      ...lineageStatements(database.kind),
      ...datasetItemStatements(database.kind),
      ...contentCounterStatements(database.kind),
    ]
    const statements =
      database.kind === 'sqlite'
        ? [...tables.flat(), ...triggers]
        : [...tables.flat().map(postgresTable), ...triggers.flatMap(postgresTrigger)]
    for (const statement of statements) await sql.raw(statement).execute(database.query())
  },
}

/** Every statement of the files ends a line with its semicolon. */
async function readStatements(area: string): Promise<string[]> {
  const text = await readFile(new URL(`tables/${area}.sql`, import.meta.url), 'utf8')
  return text
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
