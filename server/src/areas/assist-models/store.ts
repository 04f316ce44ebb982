import type { AssistEntry } from '@vermilion/contract/assist-models/catalogue'
import type { AssistModel, AssistStatus } from '@vermilion/contract/assist-models/endpoints'
import type { Text } from '@vermilion/contract/kernel/text'
import { type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { assistStatus } from './rules.ts'

export interface FileFacts {
  readonly size: number
  /** `git`: the blob hash, which hubs give for small files. */
  readonly hash: { readonly algorithm: 'sha256' | 'git'; readonly value: string }
}

export interface ModelFacts {
  readonly dimensions?: number
}

export interface AssistModelRow extends Pick<AssistModel, 'id' | 'done' | 'total' | 'readyAt'> {
  status: Exclude<AssistStatus, 'absent'>
  source: NonNullable<AssistModel['source']>
  /** Commit of the files; null until the hub reports it. */
  revision: string | null
  files: JsonText<Readonly<Record<string, FileFacts>>> | null
  facts: JsonText<ModelFacts> | null
  error: JsonText<Text> | null
  jobId: string | null
  startedBy: string
  startedAt: string
}

export type AssistStore = ReturnType<typeof createAssistStore>

export function createAssistStore(database: Database) {
  const query = database.query<{ assistModels: AssistModelRow }>()
  return {
    all: () => query.selectFrom('assistModels').selectAll().execute(),
    byId: (id: string) => query.selectFrom('assistModels').selectAll().where('id', '=', id).executeTakeFirst(),
    async put(row: AssistModelRow): Promise<void> {
      const { id: _id, ...set } = row
      await query
        .insertInto('assistModels')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
        .execute()
    },
    update: (id: string, set: Partial<AssistModelRow>) =>
      query.updateTable('assistModels').set(set).where('id', '=', id).execute(),
    async step(id: string, status: AssistModelRow['status'], set: Partial<AssistModelRow> = {}): Promise<boolean> {
      const { numUpdatedRows } = await query
        .updateTable('assistModels')
        .set({ ...set, status })
        .where('id', '=', id)
        .where('status', 'in', assistStatus.sources(status) as AssistModelRow['status'][])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    remove: (id: string) => query.deleteFrom('assistModels').where('id', '=', id).execute(),
  }
}

export function toModel(entry: AssistEntry, row: AssistModelRow | undefined, isUsed: boolean): AssistModel {
  const { id, role, name, repository, licence, terms = null, languages, trait = null, size } = entry
  return {
    id,
    role,
    name,
    repository,
    revision: row?.revision ?? entry.revision,
    licence,
    terms,
    languages,
    trait,
    files: entry.files.map(({ path }) => path),
    size,
    status: row?.status ?? 'absent',
    done: row?.done ?? 0,
    total: row?.total ?? null,
    source: row?.source ?? null,
    error: row?.error === undefined || row.error === null ? null : readJson(row.error),
    isUsed,
    startedBy: row?.startedBy ?? null,
    readyAt: row?.readyAt ?? null,
  }
}
