import type { lineageEndpoints } from '@vermilion/contract/models/lineage'
import type { trainingDataEndpoints } from '@vermilion/contract/models/training-data'
import type { Handlers } from '#platform/http/handler'
import type { Models } from '../service.ts'

export function lineageRoutes({ lineage, get, datasetModels }: Models): Handlers<typeof lineageEndpoints> {
  return {
    datasetModels: ({ params }) => datasetModels(params.datasetId),
    modelLineage: async ({ params }) => lineage.of(await get(params.modelId)),
  }
}

export function trainingDataRoutes({ trainingData, get }: Models): Handlers<typeof trainingDataEndpoints> {
  return { modelTrainingData: async ({ params }) => ({ data: await trainingData.of((await get(params.modelId)).id) }) }
}
