import type { Files } from '#areas/files'
import type { Tasks } from '#areas/tasks'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { DatasetLists } from '../catalogue/lists.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import { createReadBy } from '../trainings/trainings.ts'
import { registerComparing } from './comparing.job.ts'
import { createDiffStore } from './diff-store.ts'
import { createDiffs } from './diffs.ts'
import { registerForgetting } from './forgetting.job.ts'
import { registerMaking } from './making.job.ts'
import { createVersionStore } from './version-store.ts'
import { createVersions } from './versions.ts'
import type { Platform } from '#platform/platform'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'blobs' | 'blobOwners'> {
  readonly files: Pick<Files, 'pinned'>
  readonly tasks: Pick<Tasks, 'orders'>
}

interface Parts {
  readonly datasets: DatasetStore
  readonly snapshots: Snapshots
  readonly lists: Pick<DatasetLists, 'count'>
}

export function createVersionArea(
  { database, clock, events, jobs, blobs, blobOwners, files, tasks }: Needs,
  { datasets, snapshots, lists }: Parts,
) {
  const versionStore = createVersionStore(database)
  const diffStore = createDiffStore({ database, clock, blobOwners })
  registerForgetting({ clock, jobs, tasks, files, snapshots, store: versionStore, diffs: diffStore })
  const make = registerMaking({ events, jobs, datasets, snapshots, store: versionStore })
  const readBy = createReadBy(tasks)
  const parts = { datasets, files, snapshots, store: versionStore, lists }
  const versions = createVersions({ database, clock, events, ...parts, make, readBy })
  const comparing = registerComparing({ blobs, jobs, datasets, store: versionStore, diffs: diffStore })
  return { versionStore, versions, diffs: createDiffs({ blobs, store: diffStore, comparing, versions }) }
}
