import type { CriterionScore } from '@vermilion/contract/data-evaluations'
import { sql, type SqlBool } from 'kysely'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'

export interface ReplyKey {
  readonly checksum: string
  readonly model: string
  readonly basis: string
  /** Digest of the prompt; empty when unknown. */
  readonly prompt: string
}

interface ReplyKeys extends Omit<ReplyKey, 'checksum'> {
  readonly checksums: readonly string[]
}

export interface ReplyRow extends ReplyKey {
  criteria: JsonText<CriterionScore[]>
  hash: string | null
  /** Null for a model without tokens. */
  promptTokens: number | null
  completionTokens: number | null
  createdAt: string
  usedAt: string
}

interface Tables {
  scoreReplies: ReplyRow
}

interface UsedReply {
  readonly row: number
  readonly usedAt: string
}

export type ReplyStore = ReturnType<typeof createReplyStore>

export function createReplyStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const ofModel = (model: string, basis: string) =>
    reader.selectFrom('scoreReplies').where('model', '=', model).where('basis', '=', basis)
  return {
    async find({ checksums, ...basis }: ReplyKeys): Promise<Map<string, ReplyRow>> {
      const rows = await query
        .selectFrom('scoreReplies')
        .selectAll()
        .where('checksum', 'in', dialect.texts(checksums))
        .where('model', '=', basis.model)
        .where('basis', '=', basis.basis)
        .where('prompt', '=', basis.prompt)
        .execute()
      return new Map(rows.map((row) => [row.checksum, row]))
    },
    async save(rows: readonly ReplyRow[]): Promise<void> {
      if (rows.length === 0) return
      const saved = query.insertInto('scoreReplies').values(rows)
      await saved
        .onConflict((conflict) =>
          conflict.columns(columns).doUpdateSet(({ ref }) => ({ usedAt: ref('excluded.usedAt') })),
        )
        .execute()
    },
    async replied(model: string, basis: string, checksums: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await ofModel(model, basis).select('checksum').where('checksum', 'in', checksums).execute()
      return new Set(rows.map(({ checksum }) => checksum))
    },
    meanCost: (model: string, basis: string) =>
      ofModel(model, basis)
        .select(({ fn }) => [
          fn.avg<number | null>('promptTokens').as('promptTokens'),
          fn.avg<number | null>('completionTokens').as('completionTokens'),
        ])
        .where('promptTokens', '>', 0)
        .executeTakeFirstOrThrow(),
    async count(): Promise<number> {
      const count = reader.selectFrom('scoreReplies').select(({ fn }) => fn.countAll<number>().as('replies'))
      return (await count.executeTakeFirstOrThrow()).replies
    },
    leastUsed: (from: string, limit: number): Promise<UsedReply[]> =>
      reader
        .selectFrom('scoreReplies')
        .select([dialect.rowNumber().as('row'), 'usedAt'])
        .where('usedAt', '>=', from)
        .where(isUnneeded)
        .orderBy('usedAt')
        .limit(limit)
        .execute(),
    /** Returns the number deleted; replies used or needed meanwhile stay. */
    async removeUnneeded(rows: readonly UsedReply[]): Promise<number> {
      const used = sql`select ${dialect.numberAt('used.value', 'row')}, ${dialect.textAt('used.value', 'usedAt')}
        from ${dialect.elements(sql`${JSON.stringify(rows)}`)} as "used"`
      const removed = await query
        .deleteFrom('scoreReplies')
        .where(sql<SqlBool>`(${dialect.rowNumber()}, "usedAt") in (${used})`)
        .where(isUnneeded)
        .executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

const columns = ['checksum', 'model', 'basis', 'prompt'] as const

/**
 * True unless a running evaluation may need the reply for a file with this content. The status literals match a partial index.
 */
const isUnneeded = sql<SqlBool>`not exists (
  select 1 from "files" as "file"
  join "dataEvaluations" as "evaluation" on "evaluation"."spaceId" = "file"."spaceId"
  where "file"."checksum" = "scoreReplies"."checksum"
  and "evaluation"."status" in ('queuing', 'running')
  and exists (select 1 from ${dialect.elements('evaluation.models')} as "model"
    where ${dialect.textAt('model.value', 'id')} = "scoreReplies"."model")
  and ("evaluation"."images" is null or exists (select 1 from "scoredImages" as "image"
    where "image"."evaluationId" = "evaluation"."id" and "image"."fileId" = "file"."id"))
  and not exists (select 1 from "imageScores" as "score" where "score"."evaluationId" = "evaluation"."id"
    and "score"."model" = "scoreReplies"."model" and "score"."fileId" = "file"."id"))`
