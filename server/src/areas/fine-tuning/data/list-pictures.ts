import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FineTuning } from '@vermilion/contract/fine-tunings/endpoints'
import { maxListedSamples, readSamplePath } from '@vermilion/contract/models/lora'
import type { Datasets } from '#areas/datasets'
import type { DataOrder, Tasks } from '#areas/tasks'
import { fineTuningReference } from './data-source.ts'

type ListPictures = Pick<FineTuning, 'samples' | 'covers'>

const maxCovers = 4

export function createListPictures({ tasks, datasets }: { tasks: Tasks; datasets: Datasets }) {
  async function samplesOf(taskId: string): Promise<FineTuning['samples']> {
    const folder = join(tasks.folders(taskId).output, 'samples')
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const samples = entries.flatMap((entry) => {
      const path = `samples/${entry.name}`
      const position = entry.isFile() ? readSamplePath(path) : null
      return position === null ? [] : [{ path, ...position }]
    })
    const last = samples.reduce((most, { step }) => Math.max(most, step), 0)
    const ofLast = samples.filter(({ step }) => step === last)
    return ofLast.toSorted((one, other) => one.number - other.number).slice(0, maxListedSamples)
  }

  async function coversOf(order: DataOrder | undefined): Promise<string[]> {
    const reference = fineTuningReference.safeParse(order?.reference)
    const covers: string[] = []
    if (!reference.success) return covers
    for await (const { fileId } of datasets.snapshots.imagesOf(reference.data.version)) {
      covers.push(fileId)
      if (covers.length === maxCovers) break
    }
    return covers
  }

  return async (taskIds: readonly string[]): Promise<ReadonlyMap<string, ListPictures>> => {
    const orders = await tasks.ordersOf(taskIds)
    const pictures = taskIds.map(async (id): Promise<[string, ListPictures]> => {
      const samples = await samplesOf(id)
      // A task without snapshot is still listed.
      const covers = samples.length > 0 ? [] : await coversOf(orders.get(id)).catch(() => [])
      return [id, { samples, covers }]
    })
    return new Map(await Promise.all(pictures))
  }
}
