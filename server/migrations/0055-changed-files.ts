import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Which files changed last, beside how many changes there were: what was remembered of a space with many files is
 * brought up to date by looking at these. Numbers, the newest first, each with a comma before it; one for each version.
 */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query<{ sqlite_master: { name: string; type: string; sql: string } }>()
  const run = (statement: string) => sql.raw(statement).execute(query)
  await schema
    .alterTable('fileVersions')
    .addColumn('changes', 'text', (column) => column.notNull().defaultTo(''))
    .execute()

  for (const [name, number] of Object.entries(numbersOfTriggers)) {
    const trigger = query
      .selectFrom('sqlite_master')
      .select('sql')
      .where('name', '=', name)
      .where('type', '=', 'trigger')
    const { sql: statement } = await trigger.executeTakeFirstOrThrow()
    const replaced = statement
      .replace('("spaceId", "version")', '("spaceId", "version", "changes")')
      .replace(/(values \(\w+\."spaceId", 1)\)/, `$1, ',' || ${number})`)
      .replace('select "spaceId", 1 from', `select "spaceId", 1, ',' || ${number} from`)
      .replace(
        'set "version" = "version" + 1',
        `set "version" = "version" + 1, "changes" = substr(excluded."changes" || "changes", 1, ${maximumText})`,
      )
    await run(`drop trigger "${name}"`)
    await run(replaced)
  }
}

/** The last number of a text of this length may be cut off. */
const maximumText = 128

const numbersOfTriggers = {
  fileAdded: 'new."number"',
  fileGone: 'old."number"',
  fileChanged: 'new."number"',
  fileLeft: 'old."number"',
  fileLineageAdded: 'new."fileNumber"',
  fileLineageChanged: 'new."fileNumber"',
}
