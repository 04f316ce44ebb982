import type { ItemSelection } from '@vermilion/contract/datasets/items'
import type { Accounts } from '#areas/accounts'
import type { Files } from '#areas/files'
import type { IndexableFolders, Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'
import { addDatasetChecks } from './checks/dataset-checks.ts'
import { selectedItems } from './changes/select.ts'
import { createDatasetCreation } from './creation/area.ts'
import { createExports } from './exports/exports.ts'
import { createImportArea } from './imports/area.ts'
import { createItemArea } from './items/area.ts'
import { spaceImages } from './items/space-images.ts'
import { createItemSuggestions } from './items/item-suggestions.ts'
import { createSuggested } from './items/suggested.ts'
import { countShapesAgain } from './report/count-again.ts'
import { createNotices } from './notices/notices.ts'
import { createReports } from './report/report.ts'
import { createWorkTimes } from './report/work-times.ts'
import { createSnapshots } from './snapshots/snapshots.ts'
import { followImages } from './sources/follow.ts'
import { createDatasetStores } from './catalogue/stores.ts'
import { registerTaskData } from './trainings/task-data.ts'
import { createTrainings } from './trainings/trainings.ts'
import { createDatasetTrash } from './trash/trash.ts'
import { createVersionArea } from './versions/area.ts'

export interface DatasetsNeeds extends Platform {
  accounts: Pick<Accounts, 'requireEnabled'>
  spaces: Spaces
  files: Files
  tasks: Tasks
  indexableFolders: IndexableFolders
}

export function createDatasets(needs: DatasetsNeeds) {
  const { database, clock, events, jobs, lifecycle, checks, log, paths, work, blobs, blobOwners } = needs
  const { spaces, files, tasks, indexableFolders } = needs
  const stores = createDatasetStores({ database, clock })
  const { store, items, geometry, annotations } = stores
  const notices = createNotices({ database, clock, events, jobs })
  const parts = { ...needs, stores, notices, requireEnabled: needs.accounts.requireEnabled }
  const creation = createDatasetCreation(parts)
  const { service, addSpaceImages, samples, truths, collector } = creation
  const snapshots = createSnapshots({ database, blobs, blobOwners, clock })
  const itemArea = createItemArea({ ...parts, service })
  const versionArea = createVersionArea({
    database,
    clock,
    events,
    jobs,
    blobs,
    blobOwners,
    tasks,
    datasets: store,
    snapshots,
    requireDataset: service.require,
    countImages: async (datasetId, filter) => (await itemArea.lists.count(datasetId, filter)).items,
  })
  const { store: versionStore, versions, diffs } = versionArea
  countShapesAgain({ database, events, jobs, items, annotations })
  addDatasetChecks(checks, database)
  registerTaskData({ tasks, files, spaces, indexableFolders, blobs })
  followImages({ database, events, jobs, files, stores, countBroken: collector.countBroken })
  return {
    service,
    annotations,
    reports: createReports({ database, store, geometry, require: service.require }),
    addWorkTime: createWorkTimes(database),
    items,
    snapshots,
    images: (spaceId: string, folder: string) => spaceImages(files, spaceId, folder),
    ...itemArea,
    imports: createImportArea({
      database,
      clock,
      events,
      jobs,
      lifecycle,
      log,
      paths,
      work,
      blobs,
      blobOwners,
      spaces,
      files,
      stores,
      addSpaceImages,
    }),
    exports: createExports({
      database,
      clock,
      events,
      jobs,
      paths,
      blobs,
      blobOwners,
      datasets: store,
      snapshots,
      lists: itemArea.lists,
      versions,
    }),
    versions,
    diffs,
    trainings: createTrainings({ database, tasks, service, snapshots, versions, versionStore }),
    suggestions: createSuggested({ database, events, files, store, items, annotations, addSpaceImages }),
    itemSuggestions: createItemSuggestions({ events, store, items, annotations }),
    selectedItems: (datasetId: string, selection: ItemSelection) => selectedItems(items, datasetId, selection),
    samples,
    truths,
    notices,
    trash: createDatasetTrash({ database, clock, events, jobs, stores, service }),
  }
}

export type Datasets = ReturnType<typeof createDatasets>
