import type { Account } from '@vermilion/contract/accounts'
import type { datasetEndpoints } from '@vermilion/contract/datasets'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task } from '@vermilion/contract/tasks'
import { z } from 'zod'
import type { Tasks } from '#areas/tasks'
import type { DatasetService } from './service.ts'
import type { Snapshots } from './snapshots.ts'

type TrainingOrder = Received<typeof datasetEndpoints.startTraining>['body']

const reference = z.object({ version: z.string() })

/** Starts trainings on datasets, and puts in place what they read. */
export function createTrainings(needs: { tasks: Tasks; service: DatasetService; snapshots: Snapshots }) {
  const { tasks, service, snapshots } = needs

  tasks.dataSources.register('dataset', {
    materialize: (order, folder, signal) => snapshots.materialize(reference.parse(order).version, folder, signal),
  })

  return {
    /** R5.11: fails as `dataset.unlabeled` while an image is not labelled. Belongs inside a transaction. */
    async start(datasetId: string, order: TrainingOrder, creator: Account, language: Language): Promise<Task> {
      const dataset = await service.require(datasetId)
      if (dataset.status !== 'success' || dataset.labeledCount < dataset.fileCount) throw fail('dataset.unlabeled')
      const version = await snapshots.ofDataset(dataset)
      const source = { kind: 'dataset', id: dataset.id, name: dataset.name } as const
      return tasks.start(
        {
          ...order,
          kind: 'training',
          creator: creator.username,
          dataSource: source,
          prepare: { by: 'dataset', reference: { version } },
        },
        language,
      )
    },
  }
}
