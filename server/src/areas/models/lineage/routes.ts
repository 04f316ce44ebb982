import { isInferenceModel } from '@vermilion/contract/models'
import { type lineageEndpoints, type TrainedModel, maxLineageEntries } from '@vermilion/contract/models/lineage'
import type { trainingDataEndpoints } from '@vermilion/contract/models/training-data'
import { measuresOf } from '@vermilion/contract/predictions'
import type { Datasets } from '#areas/datasets'
import type { Handlers } from '#platform/http/handler'
import type { ModelService } from '../service.ts'
import type { ModelStore } from '../store.ts'
import type { Lineage } from './lineage.ts'
import type { TrainingData } from './training-data.ts'

interface LineageNeeds {
  get: ModelService['get']
  store: Pick<ModelStore, 'page'>
  datasets: Pick<Datasets, 'service' | 'versions'>
  lineage: Lineage
  trainingData: TrainingData
}

export function lineageRoutes(needs: LineageNeeds): Handlers<typeof lineageEndpoints> {
  const { get, store, datasets, lineage, trainingData } = needs
  return {
    async datasetModels({ params: { datasetId } }) {
      await datasets.service.require(datasetId)
      const { items } = await store.page({ dataset: datasetId, limit: maxLineageEntries })
      const contents = await Promise.all(
        items.map(async ({ id }) => (await trainingData.contentsOf(id))?.contents ?? []),
      )
      const versions = await datasets.versions.byContent(datasetId, [...new Set(contents.flat())])
      return items.map((model, at): TrainedModel => {
        const { id: modelId, name, version: number, stage, createdAt } = model
        const version = contents[at]?.flatMap((content) => versions.get(content) ?? [])[0]
        const metrics = isInferenceModel(model) ? model.metrics : null
        const figure = isInferenceModel(model)
          ? measuresOf[model.labelType].find((key) => model.metrics[key] !== null)
          : null
        return {
          modelId,
          name,
          version: number,
          stage,
          versionId: version?.id ?? null,
          versionNumber: version?.number ?? null,
          figure: figure ?? null,
          value: figure ? (metrics?.[figure] ?? null) : null,
          createdAt,
        }
      })
    },
    modelLineage: async ({ params }) => lineage.of(await get(params.modelId)),
  }
}

export const trainingDataRoutes = (
  get: ModelService['get'],
  trainingData: TrainingData,
): Handlers<typeof trainingDataEndpoints> => ({
  modelTrainingData: async ({ params }) => ({ data: await trainingData.of((await get(params.modelId)).id) }),
})
