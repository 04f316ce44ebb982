import type { datasetEndpoints } from '@vermilion/contract/datasets'
import type { sampleEndpoints } from '@vermilion/contract/samples'
import type { Handlers } from '#platform/http/handler'
import type { Datasets } from './datasets.ts'

export function datasetRoutes(datasets: Datasets): Handlers<typeof datasetEndpoints> {
  const { service, lists, importAnnotations, trainings } = datasets
  return {
    listDatasets: ({ query }) => lists.datasets(query),
    createDataset: ({ body }) => service.create(body),
    getDataset: ({ params }) => service.get(params.datasetId),
    updateDataset: ({ params, body }) => service.update(params.datasetId, body),
    async deleteDataset({ params }) {
      await service.delete(params.datasetId)
      return {}
    },
    updateLabels: ({ params, body }) => service.updateLabels(params.datasetId, body.labels),
    listItems: ({ params, query }) => lists.items(params.datasetId, query),
    getItem: ({ params, query }) => lists.item(params.itemId, query.status),
    datasetReport: ({ params }) => service.report(params.datasetId),
    importAnnotations: ({ params, body }) => importAnnotations(params.datasetId, body),
    startTraining: ({ params, body, account, language }) => trainings.start(params.datasetId, body, account, language),
  }
}

export function sampleRoutes({ samples }: Datasets): Handlers<typeof sampleEndpoints> {
  return { createSample: ({ body, account }) => samples.create(body, account.username) }
}
