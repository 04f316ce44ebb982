import { setTimeout as delay } from 'node:timers/promises'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { Dataset } from '@vermilion/contract/datasets'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import type { TestServer } from '../../../testing/start-server.ts'

export async function makeDataset(server: TestServer, count: number): Promise<Dataset> {
  const body = { name: 'floors', count, width: 128, height: 96, labeled: true }
  await server.call(sampleEndpoints.createSample, { body })
  for (;;) {
    const { items } = await server.call(datasetEndpoints.listDatasets, { query: {} })
    const dataset = items.find(({ status, labeledCount }) => status === 'success' && labeledCount === count)
    if (dataset) return dataset
    await delay(50)
  }
}

export const tiny = { inputSize: 64, width: 8 }

export function train(server: TestServer, datasetId: string, epochs: number): Promise<Task> {
  const body = { name: 'floor-detector', image: 'vermilion/starter-detector', parameters: { ...tiny, epochs } }
  return server.call(datasetEndpoints.startTraining, { params: { datasetId }, body })
}

export async function waitForEnd(server: TestServer, taskId: string): Promise<Task> {
  for (;;) {
    const task = await server.call(taskEndpoints.getTask, { params: { taskId } })
    if (task.endedAt !== null) return task
    await delay(50)
  }
}
