import type { ItemSelection } from '@vermilion/contract/datasets/items'
import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Accounts } from '#areas/accounts'
import type { Files } from '#areas/files'
import type { Services } from '#areas/settings'
import type { IndexableFolders, Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { addDatasetChecks } from './checks/dataset-checks.ts'
import { selectedItems } from './changes/select.ts'
import { createDatasetCreation } from './creation/area.ts'
import { createExports } from './exports/exports.ts'
import { exportRoutes } from './exports/routes.ts'
import { createImportArea } from './imports/area.ts'
import { importRoutes } from './imports/routes.ts'
import { createItemArea } from './items/area.ts'
import { spaceImages } from './items/space-images.ts'
import { createItemSuggestions } from './items/item-suggestions.ts'
import { createSuggested } from './items/suggested.ts'
import { createNotices } from './notices/notices.ts'
import { createReports } from './report/report.ts'
import { createWorkTimes } from './report/work-times.ts'
import { createSnapshots } from './snapshots/snapshots.ts'
import { followFiles } from './sources/follow-files.ts'
import { followSpaces } from './sources/follow-spaces.ts'
import { createDatasetStores } from './catalogue/stores.ts'
import { registerTaskData } from './trainings/task-data.ts'
import { createTrainings } from './trainings/trainings.ts'
import { datasetRoutes, deletedDatasetRoutes, noticeRoutes, sampleRoutes } from './routes.ts'
import { createDatasetTrash } from './trash/trash.ts'
import { createVersionArea } from './versions/area.ts'

type PlatformNeeds = Pick<
  Platform,
  'database' | 'clock' | 'events' | 'jobs' | 'lifecycle' | 'checks' | 'log' | 'paths' | 'work' | 'blobs' | 'blobOwners'
>

export interface DatasetsNeeds extends PlatformNeeds {
  readonly accounts: Pick<Accounts, 'requireEnabled'>
  readonly services: Pick<Services, 'ofKind'>
  readonly spaces: Spaces
  readonly files: Files
  readonly tasks: Tasks
  readonly indexableFolders: IndexableFolders
}

export function createDatasets(needs: DatasetsNeeds) {
  const { database, clock, events, jobs, checks, blobs, blobOwners, spaces, files, tasks, indexableFolders } = needs
  const stores = createDatasetStores({ database, clock })
  const { store, items, geometry, annotations, availability } = stores
  const notices = createNotices({ database, clock, events, jobs })
  const { service, addSpaceImages, samples, truths, collector } = createDatasetCreation(needs, { stores, notices })
  const snapshots = createSnapshots({ database, blobs, blobOwners, clock })
  const { lists, changes, sets, assignments, reviews } = createItemArea(needs, { stores, service, notices })
  const { versions, diffs, versionStore } = createVersionArea(needs, { datasets: store, snapshots, lists })
  addDatasetChecks(checks, database)
  registerTaskData({ tasks, files, spaces, indexableFolders, blobs })
  followFiles({ database, events, jobs, files, items, annotations, availability, countBroken: collector.countBroken })
  followSpaces({ database, events, jobs, store, items, availability })
  return {
    service,
    annotations,
    reports: createReports({ database, store, geometry }),
    addWorkTime: createWorkTimes(database),
    items,
    snapshots,
    images: (spaceId: string, folder: string) => spaceImages(files, spaceId, folder),
    lists,
    changes,
    sets,
    assignments,
    reviews,
    imports: createImportArea(needs, { stores, addSpaceImages }),
    exports: createExports(needs, { datasets: store, snapshots, lists, versions }),
    versions,
    diffs,
    trainings: createTrainings({ database, tasks, service, snapshots, versions, versionStore }),
    suggestions: createSuggested({ database, events, files, store, items, annotations, addSpaceImages }),
    itemSuggestions: createItemSuggestions({ events, store, items, annotations }),
    selectedItems: (datasetId: string, selection: ItemSelection) => selectedItems(items, datasetId, selection),
    workOf: store.workOf,
    samples,
    truths,
    notices,
    trash: createDatasetTrash({ database, clock, events, jobs, stores, service }),

    mount(http: Http): void {
      http.mount(endpointAreas.datasets, datasetRoutes(this))
      http.mount(endpointAreas.deletedDatasets, deletedDatasetRoutes(this))
      http.mount(endpointAreas.notices, noticeRoutes(this))
      http.mount(endpointAreas.datasetImports, importRoutes(this.imports))
      http.mount(endpointAreas.datasetExports, exportRoutes(this.exports))
      http.mount(endpointAreas.samples, sampleRoutes(this))
    },
  }
}

export type Datasets = ReturnType<typeof createDatasets>
