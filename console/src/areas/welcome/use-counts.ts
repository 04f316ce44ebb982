import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

export const recent = 6

export const withContents = { limit: recent, contents: 'true' } as const
const one = { limit: 1 }

/** The number of things of each kind; undefined while loading. It shares the panels' requests, so that each list is read once. */
export function useCounts() {
  return {
    spaces: useQuery(read(spaceEndpoints.listSpaces, { query: withContents })).data?.total,
    datasets: useQuery(read(datasetEndpoints.listDatasets, { query: withContents })).data?.total,
    trainings: useQuery(read(taskEndpoints.listTasks, { query: { ...one, kind: 'training' } })).data?.total,
    models: useQuery(read(modelEndpoints.listModels, { query: { limit: recent } })).data?.total,
    inferences: useQuery(read(taskEndpoints.listTasks, { query: { ...one, kind: 'cloud-inference' } })).data?.total,
    devices: useQuery(read(deviceEndpoints.listDevices, { query: one })).data?.total,
  }
}
