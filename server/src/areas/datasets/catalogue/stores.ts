import type { Platform } from '#platform/platform'
import { createDatasetStore } from './dataset-store.ts'
import { createAvailabilityStore } from '../items/availability-store.ts'
import { createAnnotationStore } from '../items/annotation-store.ts'
import { createItemStore } from '../items/item-store.ts'
import { createGeometryStore } from '../report/geometry-store.ts'
import { createSourceStore } from '../sources/source-store.ts'

export type DatasetStores = ReturnType<typeof createDatasetStores>

export function createDatasetStores({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const store = createDatasetStore({ database, clock })
  const items = createItemStore({ database })
  const geometry = createGeometryStore(database)
  return {
    store,
    items,
    geometry,
    annotations: createAnnotationStore({ database, clock, datasets: store, items, geometry }),
    availability: createAvailabilityStore(database),
    sources: createSourceStore({ database }),
  }
}
