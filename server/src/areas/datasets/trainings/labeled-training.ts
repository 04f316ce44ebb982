import type { Account } from '@vermilion/contract/accounts'
import { itemFilter, labeledStatuses } from '@vermilion/contract/datasets/items'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task } from '@vermilion/contract/tasks'
import type { ImageDefinition, TaskOrder, Tasks } from '#areas/tasks'
import type { DatasetService } from '../service.ts'
import type { Snapshots, SplitOf } from '../snapshots/snapshots.ts'
import { createTally } from '../versions/tally.ts'

interface Needs {
  readonly tasks: Tasks
  readonly service: DatasetService
  readonly snapshots: Snapshots
  requireImage(name: string): ImageDefinition
}

interface Requester {
  readonly id: string
  readonly creator: Pick<Account, 'username'>
  readonly language: Language
}

/** `keep` runs in the transaction that adds the task, with the number of images. Fails with `dataset.unlabeled`. */
export function createLabeledTraining({ tasks, service, snapshots, requireImage }: Needs) {
  return async (
    datasetId: string,
    order: Pick<TaskOrder, 'name' | 'image' | 'parameters' | 'priority'>,
    { id, creator, language }: Requester,
    keep: (task: { taskId: string; taskName: string }, labeled: number) => Promise<void>,
    splitOf?: SplitOf,
  ): Promise<Task> => {
    const dataset = await service.require(datasetId)
    const { labelTypes, dataFormat: format = 'coco' } = requireImage(order.image)
    if (!labelTypes.includes(dataset.labelType)) throw fail('image.other-labels', { image: order.image })
    const tally = createTally()
    const labeled = { ...itemFilter.parse({}), status: [...labeledStatuses], available: true }
    const content = await snapshots.ofDataset(dataset, {
      filter: labeled,
      observe: tally.add,
      ...(splitOf && { splitOf }),
    })
    const { checksum } = content
    const data = {
      dataSource: { kind: 'dataset', id: dataset.id, name: dataset.name },
      prepare: { by: 'dataset', reference: { version: checksum, format, sources: tally.sources() } },
      checksum,
    } as const
    const task = { ...order, ...data, id, kind: 'training', creator: creator.username } as const
    return tasks.start(task, language, async () => {
      await snapshots.keep(content)
      await keep({ taskId: id, taskName: order.name }, tally.content().labeled)
    })
  }
}
