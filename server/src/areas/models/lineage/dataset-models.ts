import { isInferenceModel } from '@vermilion/contract/models'
import { type TrainedModel, maxLineageEntries } from '@vermilion/contract/models/lineage'
import { measuresOf } from '@vermilion/contract/predictions'
import type { Datasets } from '#areas/datasets'
import type { ModelStore } from '../store.ts'
import type { TrainingData } from '../training-data.ts'

interface DatasetModelsNeeds {
  store: Pick<ModelStore, 'page'>
  datasets: Pick<Datasets, 'service' | 'versions'>
  trainingData: Pick<TrainingData, 'contentsOf'>
}

export function createDatasetModels({ store, datasets, trainingData }: DatasetModelsNeeds) {
  return async (datasetId: string): Promise<TrainedModel[]> => {
    await datasets.service.require(datasetId)
    const { items } = await store.page({ dataset: datasetId, limit: maxLineageEntries })
    const contents = await Promise.all(items.map(async ({ id }) => (await trainingData.contentsOf(id))?.contents ?? []))
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
  }
}
