import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Who is to label images and who is to review them: usernames at datasets and at images, where null follows the dataset.
 * Triggers count the images that name somebody, by status; all others pass them by.
 */
export const up: Migration['up'] = async (schema, database) => {
  const run = (statement: string) => sql.raw(statement).execute(database.query())
  for (const table of ['datasets', 'datasetItems'])
    for (const column of columns) await schema.alterTable(table).addColumn(column, 'text').execute()

  const count = (row: 'old' | 'new', sign: '+' | '-') =>
    facts
      .map(
        ([role, column]) => `insert into "datasetCounts" ("datasetId", "kind", "value", "images", "labels")
          select ${row}."datasetId", '${role}-' || ${row}."status", ${row}."${column}", ${sign}1, ${sign}${row}."annotationCount"
          where ${row}."${column}" is not null
          on conflict ("datasetId", "kind", "value") do update
          set "images" = "images" + excluded."images", "labels" = "labels" + excluded."labels";`,
      )
      .join('\n')
  const named = (row: 'old' | 'new') => columns.map((column) => `${row}."${column}" is not null`).join(' or ')
  const differs = ['status', 'annotationCount', ...columns].map((column) => `old."${column}" is not new."${column}"`)
  await run(`create trigger "datasetItemAssignedAdded" after insert on "datasetItems" when ${named('new')}
    begin ${count('new', '+')} end`)
  await run(`create trigger "datasetItemAssigned"
    after update of "status", "annotationCount", "assignee", "assignedReviewer" on "datasetItems"
    when (${named('old')} or ${named('new')}) and (${differs.join(' or ')})
    begin ${count('old', '-')} ${count('new', '+')} end`)
  await run(`create trigger "datasetItemAssignedRemoved" after delete on "datasetItems"
    when (${named('old')}) and exists (select 1 from "datasets" where "id" = old."datasetId")
    begin ${count('old', '-')} end`)
}

const columns = ['assignee', 'assignedReviewer'] as const

/** What is counted of each image beside its status, and the column that says it. */
const facts = [
  ['assignee', 'assignee'],
  ['reviewer', 'assignedReviewer'],
] as const
