import type { ItemFilter } from '@vermilion/contract/datasets/items'
import type { Tasks } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { BlobOwners } from '#platform/blobs/index-check'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import type { DatasetStore, StoredDataset } from '../catalogue/dataset-store.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import { createReadBy } from '../trainings/trainings.ts'
import { registerComparing } from './comparing.job.ts'
import { createDiffStore } from './diff-store.ts'
import { createDiffs } from './diffs.ts'
import { registerForgetting } from './forgetting.job.ts'
import { registerMaking } from './making.job.ts'
import { createVersionStore } from './version-store.ts'
import { createVersions } from './versions.ts'

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly blobs: BlobStore
  readonly blobOwners: BlobOwners
  readonly tasks: Pick<Tasks, 'orders'>
  readonly datasets: DatasetStore
  readonly snapshots: Snapshots
  requireDataset(id: string): Promise<StoredDataset>
  countImages(datasetId: string, filter: ItemFilter): Promise<number>
}

export function createVersionArea(needs: Needs) {
  const { database, clock, events, jobs, blobs, blobOwners, tasks, datasets, snapshots, requireDataset, countImages } =
    needs
  const store = createVersionStore(database)
  const diffs = createDiffStore({ database, clock, blobOwners })
  registerForgetting({ clock, jobs, tasks, snapshots, store, diffs })
  const make = registerMaking({ events, jobs, datasets, snapshots, store })
  const readBy = createReadBy(tasks)
  const versions = createVersions({
    database,
    clock,
    events,
    store,
    requireDataset,
    isDataset: datasets.exists,
    countImages,
    make,
    readBy,
  })
  const comparing = registerComparing({ blobs, jobs, datasets, store, diffs })
  return { store, versions, diffs: createDiffs({ blobs, store: diffs, comparing, versions }) }
}
