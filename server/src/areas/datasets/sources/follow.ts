import type { Files } from '#areas/files'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import { createAvailabilityStore } from '../items/availability-store.ts'
import type { DatasetStores } from '../catalogue/stores.ts'
import type { Collector } from './collect.ts'
import { followFiles } from './follow-files.ts'
import { followSpaces } from './follow-spaces.ts'

interface Needs {
  readonly database: Database
  readonly events: Events
  readonly jobs: Jobs
  readonly files: Files
  readonly stores: Pick<DatasetStores, 'store' | 'items' | 'annotations'>
  readonly countBroken: Collector['countBroken']
}

export function followImages({ database, events, jobs, files, stores, countBroken }: Needs): void {
  const { store, items, annotations } = stores
  const availability = createAvailabilityStore(database)
  followFiles({ database, events, jobs, files, items, annotations, availability, countBroken })
  followSpaces({ database, events, jobs, store, items, availability })
}
