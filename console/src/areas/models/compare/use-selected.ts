import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ApiError } from '#lib/api.ts'
import { read } from '#lib/query.ts'
import type { ModelCompareSearch } from '../search.ts'

export interface Selected {
  ids: readonly string[]
  datasetId: string | undefined
  versions: readonly DatasetVersion[] | undefined
  versionId: string | undefined
  versionNumber: number | undefined
  isVersionInProgress: boolean
  problem: ApiError | null
  retry: () => void
  /** The request, when everything is chosen. */
  query: { models: string; dataset: string; version: string } | undefined
}

/** True for a version with training images only, on which figures are too good. */
export const isLearnedFrom = ({ splits: { train, validation, test } }: Pick<DatasetVersion, 'splits'>) =>
  train > 0 && validation === 0 && test === 0

/** Defaults are the first model's training dataset, and its newest version with more than training images. */
export function useSelected({ models = '', dataset, version }: ModelCompareSearch): Selected {
  const ids = [...new Set(models.split(',').filter((id) => id !== ''))]
  const listedModels = useQueries({
    queries: ids.map((modelId) => read(modelEndpoints.getModel, { params: { modelId } })),
  })
  const trainedOn = listedModels.flatMap(({ data }) =>
    data !== undefined && isInferenceModel(data) ? (data.datasetId ?? []) : [],
  )
  const datasetId = dataset ?? trainedOn[0]
  const listed = useQuery({
    ...read(datasetEndpoints.listVersions, { params: { datasetId: datasetId ?? '' }, query: { limit: 200 } }),
    enabled: datasetId !== undefined,
  })
  const failed = [...listedModels, listed].filter(({ error }) => error !== null)
  const versions = listed.data?.items.filter(({ status }) => status === 'success')
  const current =
    version === undefined
      ? (versions?.find((one) => !isLearnedFrom(one)) ?? versions?.[0])
      : versions?.find(({ id }) => id === version)
  const versionId = version ?? current?.id
  const isComplete = ids.length >= 2 && datasetId !== undefined && versionId !== undefined
  return {
    ids,
    datasetId,
    versions,
    versionId,
    versionNumber: current?.number,
    isVersionInProgress: listed.data?.items.some(({ status }) => status === 'processing') === true,
    problem: failed[0]?.error ?? null,
    retry: () => failed.forEach((one) => void one.refetch()),
    query: isComplete ? { models: ids.join(','), dataset: datasetId, version: versionId } : undefined,
  }
}
