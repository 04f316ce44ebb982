import type { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import type { datasetEndpoints } from '@vermilion/contract/datasets'
import type { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import type { noticeEndpoints } from '@vermilion/contract/datasets/notices'
import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import type { sampleEndpoints } from '@vermilion/contract/samples'
import { orderId } from '#areas/tasks'
import type { Handlers } from '#platform/http/handler'
import type { createAssignments } from './assignments/assignments.ts'
import type { DatasetLists } from './catalogue/lists.ts'
import type { createItemChanges } from './changes/changes.ts'
import type { createSamples } from './creation/samples.ts'
import type { createItemSets } from './items/item-sets.ts'
import type { createReviews } from './items/reviews.ts'
import type { Notices } from './notices/notices.ts'
import type { createReports } from './report/report.ts'
import type { DatasetService } from './service.ts'
import type { createTrainings } from './trainings/trainings.ts'
import type { createDatasetTrash } from './trash/trash.ts'
import type { createDiffs } from './versions/diffs.ts'
import type { Versions } from './versions/versions.ts'
import type { StoredSource } from './catalogue/tables.ts'

interface Parts {
  readonly service: DatasetService
  readonly lists: DatasetLists
  readonly assignments: ReturnType<typeof createAssignments>
  readonly sets: ReturnType<typeof createItemSets>
  readonly changes: ReturnType<typeof createItemChanges>
  readonly reviews: ReturnType<typeof createReviews>
  readonly reports: ReturnType<typeof createReports>
  readonly trainings: ReturnType<typeof createTrainings>
  readonly versions: Versions
  readonly diffs: ReturnType<typeof createDiffs>
  readonly trash: ReturnType<typeof createDatasetTrash>
  readonly notices: Notices
  readonly samples: ReturnType<typeof createSamples>
}

export function datasetRoutes(datasets: Parts): Handlers<typeof datasetEndpoints & typeof assignmentEndpoints> {
  const { service, lists, trainings, versions, diffs } = datasets
  return {
    listDatasets: ({ query, account }) => lists.datasets(query, account.username),
    listAssignments: ({ account }) => datasets.assignments.waiting(account.username),
    // Both are idempotent after a crash.
    createDataset: { transaction: 'own', handle: ({ body, account }) => service.create(body, account.username) },
    affectedDatasets: ({ params }) => service.affectedBy(params.spaceId),
    getDataset: ({ params }) => service.get(params.datasetId),
    updateDataset: ({ params, body, account }) => service.update(params.datasetId, body, account.username),
    deleteDataset: {
      transaction: 'own',
      async handle({ params, account }) {
        await datasets.trash.delete(params.datasetId, account.username)
        return {}
      },
    },
    duplicateDataset: ({ params, body, account }) => service.duplicate(params.datasetId, body, account.username),
    updateLabels: ({ params, body, account }) => service.updateLabels(params.datasetId, body, account.username),
    mergeLabels: ({ params, body, account }) => service.mergeLabels(params.datasetId, body, account.username),
    addImages: {
      transaction: 'own',
      handle: async ({ params, body, account }) =>
        sourceOf(await service.add(params.datasetId, body, account.username)),
    },
    listSources: async ({ params }) => (await service.sources(params.datasetId)).map(sourceOf),
    getFilling: ({ params }) => service.filling(params.datasetId),
    getExamination: ({ params }) => service.examination(params.datasetId),
    // Many images are read before little is written.
    createItemSet: {
      transaction: 'own',
      async handle({ params, body }) {
        await service.require(params.datasetId)
        return datasets.sets.create(params.datasetId, body.numbers)
      },
    },
    countItems: ({ params, query }) => lists.count(params.datasetId, query),
    // The change's progress is stored: repeating it after a crash continues.
    changeItems: {
      transaction: 'own',
      handle: ({ params, body: { selection, change }, account }) =>
        datasets.changes.change(params.datasetId, selection, change, account.username),
    },
    undoItemChange: { transaction: 'own', handle: ({ params }) => datasets.changes.undo(params.undoId) },
    reviewItem: ({ params, body, account }) => datasets.reviews(params.itemId, body, account.username),
    listItems: ({ params, query }) => lists.items(params.datasetId, query),
    getItem: ({ params, query }) => lists.item(params.itemId, query),
    datasetReport: ({ params }) => datasets.reports(params.datasetId),
    startTraining: {
      transaction: 'own',
      handle: ({ params, body, account, language, request }) =>
        trainings.start(params.datasetId, body, { id: orderId(account, request), creator: account, language }),
    },
    listTrainings: ({ params, query, language }) => trainings.page(params.datasetId, query, language),
    createVersion: ({ params, body, account }) => versions.create(params.datasetId, body, account.username),
    listVersions: ({ params, query }) => versions.page(params.datasetId, query),
    getVersion: ({ params }) => versions.get(params.versionId),
    getVersionSource: ({ params }) => versions.source(params.versionId),
    async deleteVersion({ params }) {
      await versions.delete(params.versionId)
      return {}
    },
    diffVersions: ({ params, query, account }) => diffs.between(params.versionId, query.with, account.username),
    listVersionChanges: ({ params, query }) => diffs.images(params.versionId, query),
  }
}

export function deletedDatasetRoutes({ trash }: Parts): Handlers<typeof deletedDatasetEndpoints> {
  return {
    getDatasetWork: ({ params }) => trash.workIn(params.datasetId),
    listDeletedDatasets: ({ query }) => trash.list(query),
    restoreDataset: ({ params }) => trash.restore(params.datasetId),
    purgeDataset: ({ params, account }) => trash.purge(params.datasetId, account.username),
  }
}

export function noticeRoutes({ notices }: Parts): Handlers<typeof noticeEndpoints> {
  return {
    listNotices: ({ account }) => notices.list(account.username),
    seeNotices: ({ body, account }) => notices.see(account.username, body.until),
  }
}

export function sampleRoutes({ samples }: Parts): Handlers<typeof sampleEndpoints> {
  return { createSample: ({ body, account }) => samples.create(body, account.username) }
}

function sourceOf({ startedBy: _, ...source }: StoredSource): DatasetSource {
  return source
}
