import { join } from 'node:path'
import type { Tasks } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import type { DataPaths } from '#platform/data-folder'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import { createAssignments, type RequireEnabled } from '../assignments/assignments.ts'
import { createDatasetLists } from '../catalogue/lists.ts'
import { createItemChanges } from '../changes/changes.ts'
import { createKinds } from '../changes/kinds.ts'
import { createChangeStore } from '../changes/store.ts'
import { createItemQueries } from '../queries/item-queries.ts'
import { createStoredIndexes } from '../queries/stored-indexes.ts'
import type { Notices } from '../notices/notices.ts'
import type { DatasetService } from '../service.ts'
import type { DatasetStores } from '../catalogue/stores.ts'
import { createAvailabilityStore } from './availability-store.ts'
import { createItemSets } from './item-sets.ts'
import { createItemSteps } from './item-status.ts'
import { createReviews } from './reviews.ts'

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly paths: DataPaths
  readonly tasks: Pick<Tasks, 'activeData'>
  readonly stores: DatasetStores
  readonly service: DatasetService
  readonly requireEnabled: RequireEnabled
  readonly notices: Notices
}

export function createItemArea(needs: Needs) {
  const { database, clock, events, jobs, lifecycle, paths, tasks, service } = needs
  const { store, items, annotations } = needs.stores
  const { require: requireDataset, requireItem } = service
  const indexes = createStoredIndexes({ database, lifecycle, folder: join(paths.cache, 'rolls') })
  const assignments = createAssignments(database)
  const lists = createDatasetLists({
    database,
    store,
    items,
    annotations,
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
    changes: createChangeStore(database),
    notices: needs.notices,
    kinds: createKinds({
      clock,
      store,
      items,
      annotations,
      availability: createAvailabilityStore(database),
      takeStep,
    }),
    requireDataset,
    requireEnabled: needs.requireEnabled,
    count: (datasetId, selection) => lists.countSelected(datasetId, selection),
  })
  const reviews = createReviews({ ...needs, takeStep, requireItem, requireDataset })
  const sets = createItemSets({ database, clock, jobs })
  return { lists, changes, sets, assignments, reviews }
}
