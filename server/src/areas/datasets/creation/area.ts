import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import { chosenFiles, countSelected, hasImages } from '../items/space-images.ts'
import { createAddSpaceImages } from '../items/add-space-images.ts'
import { createRelabeler } from '../labels/relabel.ts'
import type { Notices } from '../notices/notices.ts'
import { createDatasetService } from '../service.ts'
import { createLabelsNamed } from '../labels/labels-named.ts'
import { createCollector } from '../sources/collect.ts'
import { createTruths } from '../sources/truths.ts'
import type { RequireEnabled } from '../assignments/assignments.ts'
import type { DatasetStores } from '../catalogue/stores.ts'
import { createDuplicator } from './duplicate.ts'
import { createSamples } from './samples.ts'

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly spaces: Spaces
  readonly files: Files
  readonly tasks: Pick<Tasks, 'activeData'>
  readonly stores: DatasetStores
  readonly requireEnabled: RequireEnabled
  readonly notices: Notices
}

export function createDatasetCreation(needs: Needs) {
  const { database, clock, events, jobs, lifecycle, spaces, files, tasks } = needs
  const { store, items, annotations, sources } = needs.stores
  const nameOfSpace = async (spaceId: string) => (await spaces.get(spaceId)).name
  const addSpaceImages = createAddSpaceImages({ clock, store, items, nameOfSpace })
  const labeling = { items, annotations, labelsNamed: createLabelsNamed(store) }
  const truths = createTruths({ store, ...labeling })
  const collector = createCollector({
    database,
    clock,
    events,
    jobs,
    store,
    sources,
    addSpaceImages,
    truths,
    labeling,
    filesOf: (spaceId, selection) => chosenFiles(files, spaceId, selection),
    countFiles: (spaceId, selection) => countSelected(files, spaceId, selection),
    brokenFiles: files.broken,
  })
  const service = createDatasetService({
    database,
    clock,
    events,
    store,
    items,
    sources,
    requireEnabled: needs.requireEnabled,
    notices: needs.notices,
    requireSpace: (id) => spaces.get(id),
    hasImages: (spaceId, selection) => hasImages(files, spaceId, selection),
    collect: collector.start,
    relabel: createRelabeler({ database, events, jobs, store, items, annotations }).start,
    duplicate: createDuplicator({ database, clock, events, jobs, store, items, annotations, sources }),
    trainedNow: (ids) => tasks.activeData('training', 'dataset', ids),
  })
  const samples = createSamples({
    database,
    clock,
    events,
    jobs,
    lifecycle,
    spaces,
    files,
    store,
    items,
    annotations,
    collector,
    addSpaceImages,
    sources,
  })
  return { service, addSpaceImages, samples, truths, collector }
}
