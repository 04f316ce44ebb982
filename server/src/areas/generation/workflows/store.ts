import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { WorkflowSlots } from '@vermilion/contract/generations/workflow-slots'
import { sql } from 'kysely'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface WorkflowRow {
  id: string
  name: string
  content: JsonText<WorkflowContent>
  slots: JsonText<WorkflowSlots>
  createdBy: string
  createdAt: string
  updatedAt: string
}

export interface WorkflowVersionRow {
  hash: string
  content: JsonText<WorkflowContent>
  slots: JsonText<WorkflowSlots>
}

interface Tables {
  workflows: WorkflowRow
  workflowVersions: WorkflowVersionRow
}

export type WorkflowStore = ReturnType<typeof createWorkflowStore>

export function createWorkflowStore(database: Database) {
  const query = database.query<Tables>()
  return {
    all: () =>
      database
        .reader<Tables>()
        .selectFrom('workflows')
        .select(['id', 'name', 'slots'])
        .orderBy(sql`lower(${sql.ref('name')})`)
        .execute(),
    byId: (id: string) => query.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirst(),
    add: (row: WorkflowRow) => query.insertInto('workflows').values(row).execute(),
    update: (id: string, set: Partial<Pick<WorkflowRow, 'name' | 'content' | 'slots' | 'updatedAt'>>) =>
      query.updateTable('workflows').set(set).where('id', '=', id).returningAll().executeTakeFirst(),
    addVersion: (row: WorkflowVersionRow) =>
      query
        .insertInto('workflowVersions')
        .values(row)
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute(),
    version: (hash: string) =>
      query.selectFrom('workflowVersions').selectAll().where('hash', '=', hash).executeTakeFirst(),
    async remove(id: string): Promise<boolean> {
      return (await query.deleteFrom('workflows').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}
