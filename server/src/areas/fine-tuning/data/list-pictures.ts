import type { FineTuning } from '@vermilion/contract/fine-tunings/endpoints'
import { maxListedSamples } from '@vermilion/contract/models/lora'
import type { Datasets } from '#areas/datasets'
import { listSamples } from '#areas/models'
import type { DataOrder, Tasks } from '#areas/tasks'
import { fineTuningReference } from './data-source.ts'

type ListPictures = Pick<FineTuning, 'samples' | 'covers'>

const maxCovers = 4

export function createListPictures({ tasks, datasets }: { tasks: Tasks; datasets: Datasets }) {
  async function samplesOf(taskId: string): Promise<FineTuning['samples']> {
    const samples = await listSamples((await tasks.files.at(taskId, 'output/samples/')).output)
    return samples.filter(({ step }) => step === samples.at(-1)!.step).slice(0, maxListedSamples)
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
