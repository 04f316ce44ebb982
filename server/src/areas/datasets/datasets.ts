import { join } from 'node:path'
import type { Files } from '#areas/files'
import type { IndexableFolders, Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'
import { createAnnotationStore } from './items/annotation-store.ts'
import { addDatasetChecks } from './checks.ts'
import { createItemChanges } from './changes/changes.ts'
import { createKinds } from './changes/kinds.ts'
import { createChangeStore } from './changes/store.ts'
import { createCollector } from './sources/collect.ts'
import { createDatasetStore } from './lists/dataset-store.ts'
import { createDuplicator } from './lists/duplicate.ts'
import { followFiles } from './sources/follow-files.ts'
import { followSpaces } from './sources/follow-spaces.ts'
import { createItemQueries } from './queries/item-queries.ts'
import { createStoredIndexes } from './queries/stored-indexes.ts'
import { createItemSteps } from './items/item-status.ts'
import { createExports } from './exports/exports.ts'
import { createImportArea } from './imports/area.ts'
import { createItemStore } from './items/item-store.ts'
import { createDatasetLists } from './lists/lists.ts'
import { createAvailabilityStore } from './items/availability-store.ts'
import { createRelabeler } from './labels/relabel.ts'
import { countShapesAgain } from './report/count-again.ts'
import { createGeometryStore } from './report/geometry-store.ts'
import { createReports } from './report/report.ts'
import { createWorkTimes } from './report/work-times.ts'
import { createReviews } from './items/reviews.ts'
import { createSamples } from './lists/samples.ts'
import { createDatasetService } from './service.ts'
import { createSnapshots } from './snapshots/snapshots.ts'
import { createSourceStore } from './sources/source-store.ts'
import { chosenFiles, hasImages, imageOf, spaceImages } from './items/space-images.ts'
import { createSuggested } from './items/suggested.ts'
import { registerTaskData } from './trainings/task-data.ts'
import { createTakeImages } from './items/take-images.ts'
import { createReadBy, createTrainings } from './trainings/trainings.ts'
import { registerComparing } from './versions/comparing.job.ts'
import { createDiffStore } from './versions/diff-store.ts'
import { createDiffs } from './versions/diffs.ts'
import { registerForgetting } from './versions/forgetting.job.ts'
import { registerMaking } from './versions/making.job.ts'
import { createVersionStore } from './versions/version-store.ts'
import { createVersions } from './versions/versions.ts'

export interface DatasetsNeeds extends Platform {
  spaces: Spaces
  files: Files
  tasks: Tasks
  indexableFolders: IndexableFolders
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createDatasets(needs: DatasetsNeeds) {
  const { database, events, checks, spaces, files, tasks } = needs
  const store = createDatasetStore(needs)
  const items = createItemStore(needs)
  const geometry = createGeometryStore(database)
  const annotations = createAnnotationStore({ ...needs, datasets: store, items, geometry })
  const images = (spaceId: string, folder: string) => spaceImages(files, spaceId, folder)
  const sources = createSourceStore(needs)
  const nameOfSpace = async (spaceId: string) => (await spaces.get(spaceId)).name
  const takeImages = createTakeImages({ ...needs, store, items, nameOfSpace })
  const collector = createCollector({
    ...needs,
    store,
    sources,
    takeImages,
    filesOf: (spaceId, selection) => chosenFiles(files, spaceId, selection),
  })
  const relabeler = createRelabeler({ ...needs, store, items, annotations })
  const duplicate = createDuplicator({ ...needs, store, items, annotations, sources })
  const service = createDatasetService({
    ...needs,
    store,
    items,
    sources,
    requireSpace: (id) => spaces.get(id),
    hasImages: (spaceId, selection) => hasImages(files, spaceId, selection),
    collect: collector.start,
    relabel: relabeler.start,
    duplicate,
    trainedNow: (ids) => tasks.activeData('training', 'dataset', ids),
  })
  const snapshots = createSnapshots(needs)
  const versionStore = createVersionStore(database)
  const diffs = createDiffStore(needs)
  registerForgetting({ ...needs, snapshots, store: versionStore, diffs })
  const readBy = createReadBy(tasks)
  const make = registerMaking({ ...needs, datasets: store, snapshots, store: versionStore })
  const versions = createVersions({ ...needs, store: versionStore, requireDataset: service.require, make, readBy })
  const comparing = registerComparing({ ...needs, datasets: store, store: versionStore, diffs })
  countShapesAgain({ ...needs, items, annotations })
  const lists = createDatasetLists({
    database,
    store,
    items,
    annotations,
    queries: createItemQueries(database, createStoredIndexes({ ...needs, folder: join(needs.paths.cache, 'rolls') })),
    service,
    trainedNow: () => tasks.activeData('training', 'dataset'),
  })
  const takeStep = createItemSteps({ ...needs, store, items })
  addDatasetChecks(checks, database)
  registerTaskData(needs)

  const availability = createAvailabilityStore(database)
  followFiles({ ...needs, items, annotations, availability })
  followSpaces({ ...needs, store, items, availability })
  return {
    service,
    annotations,
    reports: createReports({ database, store, geometry, require: service.require }),
    addWorkTime: createWorkTimes(database),
    reviews: createReviews({ events, takeStep, requireItem: service.requireItem }),
    items,
    snapshots,
    images,
    lists,
    changes: createItemChanges({
      ...needs,
      store,
      items,
      changes: createChangeStore(database),
      kinds: createKinds({ ...needs, store, items, annotations, takeStep }),
      requireDataset: service.require,
      count: (datasetId, selection) => lists.countSelected(datasetId, selection),
    }),
    imports: createImportArea({
      ...needs,
      datasets: store,
      items,
      annotations,
      datasetSources: sources,
      takeImages,
      imageOf: (fileId) => imageOf(files, fileId),
    }),
    exports: createExports({
      ...needs,
      datasets: store,
      snapshots,
      countUnavailable: (datasetId, filter = {}) =>
        lists.countSelected(datasetId, { filter: { ...filter, available: false }, except: [] }),
      contentOf: async (versionId, datasetId) => (await versions.ready(versionId, datasetId)).checksum,
    }),
    versions,
    diffs: createDiffs({ ...needs, store: diffs, comparing, versions }),
    trainings: createTrainings({ tasks, service, snapshots, versions, versionStore }),
    suggestions: createSuggested({ ...needs, store, items, annotations, takeImages }),
    samples: createSamples({ ...needs, store, items, annotations, collector, takeImages, sources }),
  }
}

export type Datasets = ReturnType<typeof createDatasets>
