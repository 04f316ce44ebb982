import type { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import type { Handlers } from '#platform/http/handler'
import type { Datasets } from '../area.ts'

export function deletedDatasetRoutes({ trash }: Pick<Datasets, 'trash'>): Handlers<typeof deletedDatasetEndpoints> {
  return {
    getDatasetWork: ({ params }) => trash.workIn(params.datasetId),
    listDeletedDatasets: ({ query }) => trash.list(query),
    restoreDataset: ({ params }) => trash.restore(params.datasetId),
    purgeDataset: ({ params, account }) => trash.purge(params.datasetId, account.username),
  }
}
