import { labeledStatuses, type ItemStatus } from '@vermilion/contract/datasets/items'
import type { AutoLabelImage } from '@vermilion/contract/auto-label'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Shape } from '@vermilion/contract/labels/index'
import type { PreviousState } from '#areas/datasets'
import { type JsonText, readJson, inSlices } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

export type ImageState = 'waiting' | 'done' | 'failed' | 'undone'

export interface RunImageRow {
  runId: string
  number: number
  itemId: string
  path: string
  state: ImageState
  put: JsonText<Shape[]> | null
  previous: JsonText<PreviousState> | null
  withdrawn: JsonText<string[]> | null
  uncertainty: number
  usefulness: number
  error: JsonText<Text> | null
}

interface Tables {
  autoLabelImages: RunImageRow
  autoLabelRuns: { id: string; createdAt: string }
  datasetItems: { id: string; status: ItemStatus }
}

export type RunImageStore = ReturnType<typeof createRunImageStore>

export function createRunImageStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  function inOrder(runId: string, after: number, limit: number) {
    const rows = reader.selectFrom('autoLabelImages').selectAll().where('runId', '=', runId)
    return rows.where('number', '>', after).orderBy('number').limit(limit)
  }

  return {
    async add(rows: readonly RunImageRow[]): Promise<void> {
      for (const some of inSlices(rows)) await query.insertInto('autoLabelImages').values(some).execute()
    },

    forgetAll: (runId: string) => query.deleteFrom('autoLabelImages').where('runId', '=', runId).execute(),

    waiting: (runId: string, after: number, limit: number) =>
      inOrder(runId, after, limit).where('state', '=', 'waiting').execute(),

    processed: (runId: string, after: number, limit: number) =>
      inOrder(runId, after, limit).where('state', '=', 'done').execute(),

    suggested: (runId: string, after: number, limit: number) =>
      inOrder(runId, after, limit).where('state', '=', 'done').where('previous', 'is not', null).execute(),

    everSuggested: (runId: string, after: number, limit: number) =>
      inOrder(runId, after, limit).where('state', 'in', ['done', 'undone']).where('put', 'is not', null).execute(),

    async set(runId: string, number: number, set: Partial<RunImageRow>): Promise<void> {
      await query
        .updateTable('autoLabelImages')
        .set(set)
        .where('runId', '=', runId)
        .where('number', '=', number)
        .execute()
    },

    /** Returns false when the image was processed before. */
    async end(runId: string, number: number, set: Partial<RunImageRow>): Promise<boolean> {
      const changed = await query
        .updateTable('autoLabelImages')
        .set(set)
        .where('runId', '=', runId)
        .where('number', '=', number)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },

    replacedOn: async (runId: string, itemIds: readonly string[]) =>
      reader
        .selectFrom('autoLabelImages')
        .select(['itemId', 'previous'])
        .where('itemId', 'in', itemIds)
        .where('runId', '!=', runId)
        .where('state', '=', 'done')
        .where('previous', 'is not', null)
        .execute(),

    counts: () =>
      reader
        .selectFrom('autoLabelImages')
        .select(({ fn }) => [
          'runId',
          fn.countAll<number>().filterWhere('state', '!=', 'waiting').as('done'),
          fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
          fn.countAll<number>().filterWhere('put', 'is not', null).as('suggested'),
        ])
        .groupBy('runId')
        .execute(),

    async page(runId: string, { cursor, limit, sort }: PageQuery & { sort: 'number' | '-usefulness' }) {
      const all = reader.selectFrom('autoLabelImages').selectAll('autoLabelImages').where('runId', '=', runId)
      const isByUse = sort === '-usefulness'
      const open = all
        .innerJoin('datasetItems', 'datasetItems.id', 'autoLabelImages.itemId')
        .where('datasetItems.status', 'not in', labeledStatuses)
        .where('state', '=', 'done')
      const byNumber = { column: 'autoLabelImages.number', direction: 'asc' as const }
      const byUse = { column: 'autoLabelImages.usefulness', direction: 'desc' as const }
      const page = isByUse
        ? await readPage(open, { cursor, limit, sort: [byUse, byNumber] })
        : await readPage(all, { cursor, limit, sort: [byNumber] })
      return { ...page, items: page.items.map(toImage) }
    },
  }
}

function toImage({ number, itemId, path, state, put, usefulness, error }: RunImageRow): AutoLabelImage {
  const isSeen = state === 'done' || state === 'undone'
  return {
    number,
    itemId,
    path,
    shapes: isSeen ? (put === null ? 0 : readJson(put).length) : null,
    usefulness: isSeen ? usefulness : null,
    error: error === null ? null : readJson(error),
  }
}
