import {
  shapesOfListed,
  type ItemFilter,
  type ItemSelection,
  type ListedItem,
} from '@vermilion/contract/datasets/items'
import type { datasetEndpoints, datasetSorts, ListedDataset } from '@vermilion/contract/datasets'
import type { EndpointResponse, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { anyContains, alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import type { createAssignments } from '../assignments/assignments.ts'
import { isAssigned } from '../assignments/waiting.ts'
import type { ItemQueries } from '../queries/item-queries.ts'
import { itemOf } from '../items/item-row.ts'
import { selectedItems } from '../changes/select.ts'
import { createDatasetContents } from './contents.ts'
import type { DatasetStores } from './stores.ts'
import type { DatasetService } from '../service.ts'
import { hasImagesOf, inState } from './state-filter.ts'
import { isLiving } from '../trash/living.ts'
import type { DatasetTables } from './tables.ts'

const orders = {
  name: { column: 'name', by: alphabetical },
  fileCount: { column: 'fileCount' },
  labeledCount: { column: 'labeledCount' },
  createdAt: { column: 'createdAt' },
  updatedAt: { column: 'updatedAt' },
} as const satisfies Record<(typeof datasetSorts)[number], object>

type Query<Name extends keyof typeof datasetEndpoints> = Received<(typeof datasetEndpoints)[Name]>['query']

export function createDatasetLists(needs: {
  database: Database
  stores: Pick<DatasetStores, 'store' | 'items' | 'annotations'>
  queries: ItemQueries
  assignments: Pick<ReturnType<typeof createAssignments>, 'waitingIn'>
  service: DatasetService
  trainedNow(): Promise<ReadonlySet<string>>
}) {
  const { service } = needs
  const { store, items, annotations } = needs.stores
  const reader = needs.database.reader<DatasetTables>()
  const contentsOf = createDatasetContents(needs.database)

  return {
    /** Waiting images are those of the caller. */
    async datasets(request: Query<'listDatasets'>, username: string): Promise<Page<ListedDataset>> {
      const { search = '', state, labelType, format, space, assignee, assignedReviewer } = request
      let rows = reader.selectFrom('datasets').selectAll().where(isLiving)
      if (state !== undefined) rows = rows.where(inState(state, await needs.trainedNow()))
      if (labelType !== undefined) rows = rows.where('labelType', '=', labelType)
      if (format !== undefined) rows = rows.where('format', '=', format)
      if (space !== undefined) rows = rows.where(hasImagesOf(space))
      if ((assignee ?? assignedReviewer) !== undefined) rows = rows.where(isAssigned(request))
      const page = await readPage(narrow(rows, request, [contains('name', search), anyContains('tags', search)]), {
        ...request,
        sort: orderOf(orders, request.sort, '-createdAt'),
      })
      const datasets = await service.present(await store.hydrate(page.items))
      if (!request.contents) return { ...page, items: datasets }
      const ids = datasets.map(({ id }) => id)
      const [contents, waiting] = [await contentsOf(ids), await needs.assignments.waitingIn(ids, username)]
      const items = datasets.map((dataset) => ({
        ...dataset,
        ...contents(dataset.id),
        waiting: waiting.get(dataset.id) ?? { toLabel: 0, toReview: 0 },
      }))
      return { ...page, items }
    },

    async items(datasetId: string, request: Query<'listItems'>): Promise<Page<ListedItem>> {
      if (!(await store.exists(datasetId))) throw fail('dataset.not-found')
      const { cursor, limit, offset, shapes: withShapes, ...filter } = request
      const page = await needs.queries.page(datasetId, filter, { cursor, limit, offset })
      const stored = page.items
      if (!withShapes) return { ...page, items: stored.map(itemOf) }
      const shapes = await annotations.shapesOfMany(stored.map(({ id }) => id))
      const listed = stored.map((item) => {
        return { ...itemOf(item), shapes: (shapes.get(item.id) ?? []).slice(0, shapesOfListed) }
      })
      return { ...page, items: listed }
    },

    async countSelected(datasetId: string, selection: ItemSelection): Promise<number> {
      if ('filter' in selection && selection.except.length === 0)
        return (await this.count(datasetId, selection.filter)).items
      let counted = 0
      for await (const batch of selectedItems(items, datasetId, selection)) counted += batch.length
      return counted
    },

    async count(datasetId: string, filter: ItemFilter): Promise<{ items: number }> {
      if (!(await store.exists(datasetId))) throw fail('dataset.not-found')
      return { items: await needs.queries.count(datasetId, filter) }
    },

    async following(datasetId: string, after: string | undefined, filter: ItemFilter, limit: number) {
      if (after === undefined) return needs.queries.following(datasetId, 0, filter, limit)
      await service.requireItem(after)
      return needs.queries.following(datasetId, await items.numberOf(after), filter, limit)
    },

    async item(id: string, filter: ItemFilter): Promise<EndpointResponse<typeof datasetEndpoints.getItem>> {
      const stored = await service.requireItem(id)
      const around = await needs.queries.around(stored.datasetId, await items.numberOf(id), filter)
      return { ...itemOf(stored), ...around }
    },
  }
}

export type DatasetLists = ReturnType<typeof createDatasetLists>
