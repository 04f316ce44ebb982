import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { imageSeed } from '@vermilion/contract/generations/plan'
import { sql } from 'kysely'
import type { Generated, Kysely } from 'kysely'
import { type LineageRow, lineageRows } from '../src/areas/generation/lineage-rows.ts'
import { readJson, type JsonText } from '../src/platform/database/columns.ts'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * How images were generated, so that files can be found by it: a row for each item of each generation, and which of
 * them a file is of. The latter is fed by triggers: a file is the image that was written as it, or else one of the same
 * content, so that no statement that copies, moves or restores files can pass it by.
 */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query<Tables>()
  const run = (statement: string) => sql.raw(statement).execute(query)

  await schema
    .createTable('lineages')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('generationId', 'text', (column) => column.notNull())
    .addColumn('itemIndex', 'bigint', (column) => column.notNull())
    /** These without their case, with a line for each word or name. */
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('sceneItem', 'text', (column) => column.notNull())
    .addColumn('workflow', 'text', (column) => column.notNull())
    .addColumn('loras', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('lineagesOfGeneration')
    .unique()
    .on('lineages')
    .columns(['generationId', 'itemIndex'])
    .execute()
  for (const [name, type] of [
    ['lineage', 'bigint'],
    ['seed', 'bigint'],
  ] as const) {
    await schema.alterTable('generatedImages').addColumn(name, type).execute()
  }

  await schema
    .createTable('fileLineages')
    .addColumn('fileNumber', 'integer', (column) => column.primaryKey())
    .addColumn('lineage', 'bigint', (column) => column.notNull())
    .addColumn('seed', 'bigint', (column) => column.notNull())
    .addColumn('workflowHash', 'text')
    .execute()
  await schema.createIndex('filesByLineage').on('fileLineages').columns(['lineage', 'fileNumber']).execute()
  await schema.createIndex('filesBySeed').on('fileLineages').columns(['seed', 'fileNumber']).execute()
  await run(`create index "filesByWorkflow" on "fileLineages" ("workflowHash", "fileNumber")
    where "workflowHash" is not null`)

  const trigger = (name: string, when: string, statements: string) =>
    run(`create trigger "${name}" after ${when} begin ${statements} end`)
  const takeOver = `on conflict ("fileNumber") do update
    set "lineage" = excluded."lineage", "seed" = excluded."seed", "workflowHash" = excluded."workflowHash";`
  const ofContent = `insert into "fileLineages" select new."number", "lineage", "seed", "workflowHash"
    from "generatedImages" where "checksum" = new."checksum" and "lineage" is not null
    order by "fileId" is not new."id", rowid limit 1 ${takeOver}`
  const forget = `delete from "fileLineages" where "fileNumber" = old."number";`
  await trigger('fileWithLineage', 'insert on "files" when new."checksum" is not null', ofContent)
  await trigger(
    'fileWithOtherLineage',
    'update of "checksum" on "files" when old."checksum" is not new."checksum"',
    forget + ofContent,
  )
  await trigger('fileWithoutLineage', 'delete on "files"', forget)
  await trigger(
    'lineageOfImage',
    'insert on "generatedImages" when new."checksum" is not null and new."lineage" is not null',
    `insert into "fileLineages" select "number", new."lineage", new."seed", new."workflowHash" from "files"
      where "checksum" = new."checksum" and ("id" is new."fileId"
      or not exists (select 1 from "fileLineages" where "fileNumber" = "files"."number")) ${takeOver}`,
  )
  // What was remembered of the space's files is asked for anew.
  const changed = `insert into "fileVersions" ("spaceId", "version")
    select "spaceId", 1 from "files" where "number" = new."fileNumber"
    on conflict ("spaceId") do update set "version" = "version" + 1;`
  await trigger('fileLineageAdded', 'insert on "fileLineages"', changed)
  await trigger('fileLineageChanged', 'update on "fileLineages"', changed)

  await addLineages(query)
  await run(`insert into "fileLineages" select "files"."number", "image"."lineage", "image"."seed", "image"."workflowHash"
    from "files" join "generatedImages" as "image" on "image".rowid = (select rowid from "generatedImages"
      where "checksum" = "files"."checksum" and "lineage" is not null
      order by "fileId" is not "files"."id", rowid limit 1)`)
}

interface Tables {
  generations: { id: string; workflowName: string; config: JsonText<GenerationConfig> }
  lineages: LineageRow & { number: Generated<number> }
  generatedImages: { id: string; generationId: string; number: number; attempt: number; seed: number | null }
}

/** Of the generations that are there. */
async function addLineages(query: Kysely<Tables>): Promise<void> {
  for (const { id: generationId } of await query.selectFrom('generations').select('id').execute()) {
    const generation = query.selectFrom('generations').selectAll().where('id', '=', generationId)
    const { workflowName, config: text } = await generation.executeTakeFirstOrThrow()
    const config = readJson(text)
    for (const row of lineageRows({ id: generationId, workflowName }, config)) {
      await query.insertInto('lineages').values(row).execute()
    }
    const images = query.selectFrom('generatedImages').select(['id', 'number', 'attempt'])
    for (const { id, number, attempt } of await images.where('generationId', '=', generationId).execute()) {
      const seed = imageSeed(config.seed, number, attempt)
      await query.updateTable('generatedImages').set({ seed }).where('id', '=', id).execute()
    }
  }
  await sql`update "generatedImages" set "lineage" = (select "number" from "lineages"
    where "lineages"."generationId" = "generatedImages"."generationId"
    and "lineages"."itemIndex" = "generatedImages"."itemIndex")`.execute(query)
}
