import type { Accounts } from '#areas/accounts'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import { createAddSpaceImages } from '../items/add-space-images.ts'
import { createRelabeler } from '../labels/relabel.ts'
import type { Notices } from '../notices/notices.ts'
import { createDatasetService } from '../service.ts'
import { createCollector } from '../sources/collect.ts'
import { createTruths } from '../sources/truths.ts'
import type { DatasetStores } from '../catalogue/stores.ts'
import { createDuplicator } from './duplicate.ts'
import { createAddScene } from './add-scene.ts'
import { registerRendering } from './render-sample.job.ts'
import { createSamples } from './samples.ts'
import type { Platform } from '#platform/platform'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'lifecycle'> {
  readonly accounts: Pick<Accounts, 'requireEnabled'>
  readonly spaces: Spaces
  readonly files: Files
  readonly tasks: Pick<Tasks, 'activeData'>
}

export function createDatasetCreation(
  { database, clock, events, jobs, lifecycle, accounts: { requireEnabled }, spaces, files, tasks }: Needs,
  { stores, notices }: { stores: DatasetStores; notices: Notices },
) {
  const { store, items, annotations, sources } = stores
  const nameOfSpace = async (spaceId: string) => (await spaces.get(spaceId)).name
  const addSpaceImages = createAddSpaceImages({ clock, store, items, nameOfSpace })
  const truths = createTruths({ store, items, annotations })
  const collector = createCollector({ database, clock, events, jobs, stores, addSpaceImages, truths, files })
  const service = createDatasetService({
    database,
    clock,
    events,
    store,
    items,
    sources,
    requireEnabled,
    notices,
    spaces,
    files,
    collect: collector.start,
    relabel: createRelabeler({ database, events, jobs, store, items, annotations }),
    duplicate: createDuplicator({ database, clock, events, jobs, store, items, annotations, sources }),
    trainedNow: (ids) => tasks.activeData('training', 'dataset', ids),
  })
  const addScene = createAddScene({ database, files, store, items, annotations, sources, addSpaceImages })
  const renderSample = registerRendering({ database, events, jobs, lifecycle, spaces, collector, sources, addScene })
  const samples = createSamples({ database, clock, store, spaces, collector, renderSample })
  return { service, addSpaceImages, samples, truths, collector }
}
