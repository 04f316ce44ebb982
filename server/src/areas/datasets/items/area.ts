import { join } from 'node:path'
import type { Accounts } from '#areas/accounts'
import type { Tasks } from '#areas/tasks'
import { createAssignments } from '../assignments/assignments.ts'
import { createDatasetLists } from '../catalogue/lists.ts'
import { createItemChanges } from '../changes/changes.ts'
import { createKinds } from '../changes/kinds.ts'
import { createChangeStore } from '../changes/store.ts'
import { createItemQueries } from '../queries/item-queries.ts'
import { createStoredIndexes } from '../queries/stored-indexes.ts'
import type { Notices } from '../notices/notices.ts'
import type { DatasetService } from '../service.ts'
import type { DatasetStores } from '../catalogue/stores.ts'
import { createItemSets } from './item-sets.ts'
import { createItemSteps } from './item-status.ts'
import { createReviews } from './reviews.ts'
import type { Platform } from '#platform/platform'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'lifecycle' | 'paths'> {
  readonly accounts: Pick<Accounts, 'requireEnabled'>
  readonly tasks: Pick<Tasks, 'activeData'>
}

export function createItemArea(
  { database, clock, events, jobs, lifecycle, paths, accounts: { requireEnabled }, tasks }: Needs,
  { stores, service, notices }: { stores: DatasetStores; service: DatasetService; notices: Notices },
) {
  const { store, items, annotations, availability } = stores
  const indexes = createStoredIndexes({ database, lifecycle, folder: join(paths.cache, 'rolls') })
  const assignments = createAssignments(database)
  const lists = createDatasetLists({
    database,
    stores,
    assignments,
    queries: createItemQueries(database, indexes),
    service,
    trainedNow: () => tasks.activeData('training', 'dataset'),
  })
  const takeStep = createItemSteps({ clock, store, items })
  const changes = createItemChanges({
    database,
    clock,
    events,
    jobs,
    store,
    items,
    annotations,
    changes: createChangeStore(database),
    notices,
    kinds: createKinds({ clock, store, items, availability, takeStep }),
    requireEnabled,
    count: (datasetId, selection) => lists.countSelected(datasetId, selection),
  })
  const { requireItem } = service
  const reviews = createReviews({ events, store, notices, requireEnabled, takeStep, requireItem })
  return { lists, changes, sets: createItemSets({ database, clock, jobs }), assignments, reviews }
}
