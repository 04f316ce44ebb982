import type { DatasetItem, ItemStatus } from '@vermilion/contract/dataset-items'
import type { Dataset, datasetEndpoints, datasetSorts } from '@vermilion/contract/datasets'
import type { Answer, Received } from '@vermilion/contract/kernel/endpoint'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { anyContains, inWords, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { itemOf, type ItemStore } from './item-store.ts'
import type { DatasetStore } from './dataset-store.ts'
import type { DatasetService } from './service.ts'
import { hasImagesOf, inState } from './state-filter.ts'
import type { DatasetTables } from './tables.ts'

const orders = {
  name: { column: 'name', by: inWords },
  fileCount: { column: 'fileCount' },
  labeledCount: { column: 'labeledCount' },
  createdAt: { column: 'createdAt' },
  updatedAt: { column: 'updatedAt' },
} as const satisfies Record<(typeof datasetSorts)[number], object>

type Query<Name extends keyof typeof datasetEndpoints> = Received<(typeof datasetEndpoints)[Name]>['query']

/** What the list pages ask for. */
export function createDatasetLists(needs: {
  database: Database
  store: DatasetStore
  items: ItemStore
  service: DatasetService
  /** The datasets that a training runs on now. */
  trainedNow(): Promise<ReadonlySet<string>>
}) {
  const { store, items, service } = needs
  const reader = needs.database.reader<DatasetTables>()

  return {
    async datasets(asked: Query<'listDatasets'>): Promise<Page<Dataset>> {
      const { search = '', state, labelType, format, space } = asked
      let rows = reader.selectFrom('datasets').selectAll()
      if (state !== undefined) rows = rows.where(inState(state, await needs.trainedNow()))
      if (labelType !== undefined) rows = rows.where('labelType', '=', labelType)
      if (format !== undefined) rows = rows.where('format', '=', format)
      if (space !== undefined) rows = rows.where(hasImagesOf(space))
      const found = await readPage(narrow(rows, asked, [contains('name', search), anyContains('tags', search)]), {
        ...asked,
        sort: orderOf(orders, asked.sort, '-createdAt'),
      })
      return { ...found, items: await service.present(await store.hydrate(found.items)) }
    },

    async items(datasetId: string, { status, labelId, ...page }: Query<'listItems'>): Promise<Page<DatasetItem>> {
      await service.require(datasetId)
      const found = await readPage(
        reader
          .selectFrom('datasetItems')
          .selectAll()
          .where('datasetId', '=', datasetId)
          .$if(status !== undefined, (query) => query.where('status', '=', status!))
          .$if(labelId !== undefined, (query) =>
            query.where('id', 'in', (of) =>
              of.selectFrom('datasetItemLabels').select('itemId').where('labelId', '=', labelId!),
            ),
          ),
        { ...page, sort: [{ column: 'place', direction: 'asc' }] },
      )
      return { ...found, items: found.items.map(itemOf) }
    },

    async item(id: string, status: ItemStatus | undefined): Promise<Answer<typeof datasetEndpoints.getItem>> {
      const stored = await service.requireItem(id)
      const [position, previousId, nextId] = await Promise.all([
        items.position(stored),
        items.neighbour(stored, 'before', status),
        items.neighbour(stored, 'after', status),
      ])
      const { place: _place, checksum: _checksum, ...item } = stored
      return { ...item, ...position, previousId, nextId }
    },
  }
}

export type DatasetLists = ReturnType<typeof createDatasetLists>
