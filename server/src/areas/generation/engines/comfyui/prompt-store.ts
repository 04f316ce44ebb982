import type { Database } from '#platform/database/database'

export interface PromptRow {
  generationId: string
  number: number
  attempt: number
  serviceId: string
  promptId: string
  workflowHash: string
}

export type ImageKey = Pick<PromptRow, 'generationId' | 'number' | 'attempt'>

export type PromptStore = ReturnType<typeof createPromptStore>

export function createPromptStore(database: Database) {
  const query = database.query<{ generationPrompts: PromptRow }>()
  return {
    find: ({ generationId, number, attempt }: ImageKey) =>
      query
        .selectFrom('generationPrompts')
        .selectAll()
        .where('generationId', '=', generationId)
        .where('number', '=', number)
        .where('attempt', '=', attempt)
        .executeTakeFirst(),
    async save(row: PromptRow): Promise<void> {
      const { serviceId, promptId, workflowHash } = row
      await database.transaction(() =>
        query
          .insertInto('generationPrompts')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['generationId', 'number', 'attempt']).doUpdateSet({ serviceId, promptId, workflowHash }),
          )
          .execute(),
      )
    },
  }
}
