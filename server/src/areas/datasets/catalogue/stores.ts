import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { createDatasetStore } from './dataset-store.ts'
import { createAnnotationStore } from '../items/annotation-store.ts'
import { createItemStore } from '../items/item-store.ts'
import { createGeometryStore } from '../report/geometry-store.ts'
import { createSourceStore } from '../sources/source-store.ts'

export type DatasetStores = ReturnType<typeof createDatasetStores>

export function createDatasetStores({ database, clock }: { database: Database; clock: Clock }) {
  const store = createDatasetStore({ database, clock })
  const items = createItemStore({ database })
  const geometry = createGeometryStore(database)
  return {
    store,
    items,
    geometry,
    annotations: createAnnotationStore({ database, clock, datasets: store, items, geometry }),
    sources: createSourceStore({ database }),
  }
}
