import type { Dataset, DatasetItem, datasetEndpoints, ItemStatus } from '@vermilion/contract/datasets'
import type { Answer, Received } from '@vermilion/contract/kernel/endpoint'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { itemOf, type ItemStore } from './item-store.ts'
import type { DatasetStore } from './dataset-store.ts'
import type { DatasetService } from './service.ts'
import type { DatasetTables } from './tables.ts'

type Query<Name extends keyof typeof datasetEndpoints> = Received<(typeof datasetEndpoints)[Name]>['query']

/** What the list pages ask for. */
export function createDatasetLists(needs: {
  database: Database
  store: DatasetStore
  items: ItemStore
  service: DatasetService
}) {
  const { store, items, service } = needs
  const reader = needs.database.reader<DatasetTables>()

  return {
    async datasets({ search, ...page }: Query<'listDatasets'>): Promise<Page<Dataset>> {
      const found = await readPage(
        reader
          .selectFrom('datasets')
          .selectAll()
          .$if(search !== undefined, (query) => query.where('name', 'like', `%${search}%`)),
        {
          ...page,
          sort: [
            { column: 'createdAt', direction: 'desc' },
            { column: 'id', direction: 'desc' },
          ],
        },
      )
      return { ...found, items: await service.present(await store.hydrate(found.items)) }
    },

    async items(datasetId: string, { status, ...page }: Query<'listItems'>): Promise<Page<DatasetItem>> {
      await service.require(datasetId)
      const found = await readPage(
        reader
          .selectFrom('datasetItems')
          .selectAll()
          .where('datasetId', '=', datasetId)
          .$if(status !== undefined, (query) => query.where('status', '=', status!)),
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
