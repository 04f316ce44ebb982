import type { CriterionScore } from '@vermilion/contract/data-evaluations'
import { sql } from 'kysely'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

/** What decides a reply: the same key has the same scores. */
export interface ReplyKey {
  readonly checksum: string
  readonly model: string
  /** What the scorer and the standard are at, in their versions. */
  readonly basis: string
  /** Digest of what the image was to show; empty where nobody knows. */
  readonly prompt: string
}

export interface ReplyRow extends ReplyKey {
  criteria: JsonText<CriterionScore[]>
  hash: string | null
  /** Null where the model costs none. */
  promptTokens: number | null
  completionTokens: number | null
  createdAt: string
}

interface Tables {
  scoreReplies: ReplyRow
}

export type ReplyStore = ReturnType<typeof createReplyStore>

/** What models said of contents, for every later evaluation. No rules here. */
export function createReplyStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  return {
    find: ({ checksum, model, basis, prompt }: ReplyKey) =>
      query
        .selectFrom('scoreReplies')
        .select(['criteria', 'hash'])
        .where('checksum', '=', checksum)
        .where('model', '=', model)
        .where('basis', '=', basis)
        .where('prompt', '=', prompt)
        .executeTakeFirst(),
    async add(rows: readonly ReplyRow[]): Promise<void> {
      if (rows.length === 0) return
      const added = query.insertInto('scoreReplies').values(rows)
      await added.onConflict((conflict) => conflict.doNothing()).execute()
    },
    /** Which of these contents a model has said something of. */
    replied: async (model: string, basis: string, checksums: readonly string[]) =>
      new Set(
        (
          await reader
            .selectFrom('scoreReplies')
            .select('checksum')
            .where('checksum', 'in', checksums)
            .where('model', '=', model)
            .where('basis', '=', basis)
            .execute()
        ).map(({ checksum }) => checksum),
      ),
    /** What a reply of a model has cost on average; nulls where none is there. */
    meanCost: (model: string, basis: string) =>
      reader
        .selectFrom('scoreReplies')
        .select([
          sql<number | null>`avg(${sql.ref('promptTokens')})`.as('promptTokens'),
          sql<number | null>`avg(${sql.ref('completionTokens')})`.as('completionTokens'),
        ])
        .where('model', '=', model)
        .where('basis', '=', basis)
        .where('promptTokens', '>', 0)
        .executeTakeFirstOrThrow(),
  }
}
