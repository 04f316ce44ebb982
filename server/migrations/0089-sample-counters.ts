import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'
import { namesOf, type Source, sources, triggersOf } from './0087-content-counters.ts'

/** Samples count for the model that they are of. There are none yet. */
const samples: Source = { table: 'modelSamples', rank: 1, holder: 'modelId', others: ['modelId'] }

/** The samples of LoRA models among the content that is counted. */
export const up: Migration['up'] = async (_schema, database) => {
  const query = database.query()
  const run = (statement: string) => sql.raw(statement).execute(query)
  const all = [...sources, samples]
  await run('drop view "contentNames"')
  await run(`create view "contentNames" ("checksum", "key", "bytes") as ${all.map(namesOf).join(' union all ')}`)
  for (const { table, name = table } of sources)
    for (const suffix of ['Added', 'Removed', 'Left', 'Came']) await run(`drop trigger "${name}Content${suffix}"`)
  for (const source of all) for (const trigger of triggersOf(source, all)) await run(trigger)
}
