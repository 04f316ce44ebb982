import type { Notice } from '@vermilion/contract/datasets/notices'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'
import { isLiving } from '../trash/living.ts'

export interface NoticeRow extends Omit<Notice, 'datasetName' | 'seen'> {
  recipient: string
  seenAt: string | null
}

/** The key of an unseen notice; there is one of each. */
export type NoticeKey = Pick<NoticeRow, 'recipient' | 'kind' | 'datasetId' | 'by'>

interface Range {
  readonly since: string
  readonly limit: number
}

export function createNoticeStore(database: Database) {
  const query = database.query<DatasetTables & { notices: NoticeRow }>()
  const of = (recipient: string, since: string) =>
    query
      .selectFrom('notices')
      .innerJoin('datasets', 'datasets.id', 'notices.datasetId')
      .where('recipient', '=', recipient)
      .where('notices.createdAt', '>=', since)
      .where(isLiving)

  return {
    unseen: ({ recipient, kind, datasetId, by }: NoticeKey): Promise<NoticeRow | undefined> =>
      query
        .selectFrom('notices')
        .selectAll()
        .where('recipient', '=', recipient)
        .where('kind', '=', kind)
        .where('datasetId', '=', datasetId)
        .where('by', '=', by)
        .where('seenAt', 'is', null)
        .executeTakeFirst(),
    add: (row: NoticeRow) => query.insertInto('notices').values(row).execute(),
    update: (id: string, change: Partial<NoticeRow>) =>
      query.updateTable('notices').set(change).where('id', '=', id).execute(),
    remove: (id: string) => query.deleteFrom('notices').where('id', '=', id).execute(),
    list: (recipient: string, { since, limit }: Range) =>
      of(recipient, since)
        .selectAll('notices')
        .select('datasets.name as datasetName')
        .orderBy('notices.createdAt', 'desc')
        .orderBy('notices.id')
        .limit(limit)
        .execute(),
    async countUnseen(recipient: string, since: string): Promise<number> {
      const row = of(recipient, since)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('seenAt', 'is', null)
      return (await row.executeTakeFirst())?.count ?? 0
    },
    see: (recipient: string, until: string, seenAt: string) =>
      query
        .updateTable('notices')
        .set({ seenAt })
        .where('recipient', '=', recipient)
        .where('createdAt', '<=', until)
        .where('seenAt', 'is', null)
        .execute(),
    removeOlder: (cutoff: string) => query.deleteFrom('notices').where('createdAt', '<', cutoff).execute(),
  }
}
