import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

/** How many rows a panel shows of what is recent. */
export const recent = 6

const many = { limit: recent }
const one = { limit: 1 }

/** How many there are of everything; undefined while unknown. Asks as the panels do, so that each list is read once. */
export function useCounts() {
  return {
    spaces: useQuery(read(spaceEndpoints.listSpaces, { query: many })).data?.total,
    datasets: useQuery(read(datasetEndpoints.listDatasets, { query: many })).data?.total,
    trainings: useQuery(read(taskEndpoints.listTasks, { query: { ...one, kind: 'training' } })).data?.total,
    models: useQuery(read(modelEndpoints.listModels, { query: one })).data?.total,
    inferences: useQuery(read(taskEndpoints.listTasks, { query: { ...one, kind: 'cloud-inference' } })).data?.total,
    devices: useQuery(read(deviceEndpoints.listDevices, { query: one })).data?.total,
  }
}
