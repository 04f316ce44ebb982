import {
  labelSource,
  labelSourceKey,
  labelSourcesOf,
  type LabelSource,
} from '@vermilion/contract/datasets/label-sources'
import { writtenFormatKinds } from '@vermilion/contract/formats/offers'
import type { Account } from '@vermilion/contract/accounts'
import type { datasetTaskStatuses } from '@vermilion/contract/datasets/trainings'
import type { datasetEndpoints } from '@vermilion/contract/datasets'
import type { EndpointResponse, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task, TaskStatus } from '@vermilion/contract/tasks'
import type { MetricTable } from '@vermilion/contract/tasks/results'
import { z } from 'zod'
import type { ImageDefinition, OrderedData, Tasks } from '#areas/tasks'
import type { Database } from '#platform/database/database'
import { createDatasetCovers } from '../catalogue/contents.ts'
import type { DatasetService } from '../service.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import { createTally } from '../versions/tally.ts'
import { createLabeledTraining } from './labeled-training.ts'
import type { VersionStore } from '../versions/version-store.ts'
import type { Versions } from '../versions/versions.ts'

type TrainingOrder = Received<typeof datasetEndpoints.startTraining>['body']
type TrainingQuery = Received<typeof datasetEndpoints.listTrainings>['query']
type DatasetTaskStatus = (typeof datasetTaskStatuses)[number]

const reference = z.object({ version: z.string() })
const trainingReference = reference.extend({
  format: z.enum(writtenFormatKinds).default('coco'),
  /** Absent when it was not recorded. */
  sources: z.array(labelSource).optional(),
})

/** R4.04: the status of a task in its dataset's list. */
const statusOf: Readonly<Record<Task['kind'], (status: TaskStatus) => DatasetTaskStatus>> = {
  training: (status) => trainingStatus[status],
  'fine-tuning': (status) => trainingStatus[status],
  'cloud-inference': () => 'inference',
  'board-inference': () => 'inference',
  external: (status) => trainingStatus[status],
}
const trainingStatus: Readonly<Record<TaskStatus, DatasetTaskStatus>> = {
  queuing: 'running',
  running: 'running',
  success: 'success',
  failed: 'failed',
  stopped: 'failed',
}

export function createReadBy(tasks: Pick<Tasks, 'orders'>) {
  return async (datasetId: string, checksum: string): Promise<string | undefined> => {
    for await (const { name, order } of tasks.orders({ kind: 'dataset', id: datasetId }))
      if (reference.safeParse(order.reference).data?.version === checksum) return name
    return undefined
  }
}

export function createTrainings(needs: {
  database: Database
  tasks: Tasks
  service: DatasetService
  snapshots: Snapshots
  versions: Versions
  versionStore: VersionStore
}) {
  const { tasks, service, snapshots, versionStore } = needs

  tasks.dataSources.register('dataset', {
    materialize(order, folder, signal) {
      const { version, format } = trainingReference.parse(order)
      return snapshots.materialize(version, folder, signal, format)
    },
  })

  function requireImage(name: string): ImageDefinition {
    const image = tasks.images[name]
    if (image === undefined || image.taskKind !== 'training') throw fail('image.not-found', { image: name })
    return image
  }

  async function dataOf(
    { id, versionId }: { id: string; versionId?: string | undefined },
    { name, labelTypes, dataFormat: format = 'coco' }: ImageDefinition & { name: string },
  ): Promise<OrderedData> {
    const { labelType } = await service.require(id)
    if (!labelTypes.includes(labelType)) throw fail('image.other-labels', { image: name })
    const { dataset, content, sources } = await contentOf(needs, id, versionId)
    const { checksum } = content
    return {
      dataSource: { kind: 'dataset', id: dataset.id, name: dataset.name },
      prepare: { by: 'dataset', reference: { version: checksum, format, sources } },
      checksum,
      keep: () => snapshots.keep(content),
    }
  }
  tasks.dataSources.offer('dataset', dataOf)
  tasks.dataSources.cover('dataset', createDatasetCovers(needs.database))

  return {
    /** `id` is the task's, the same for a repeated order. */
    async start(
      datasetId: string,
      { versionId, ...order }: TrainingOrder,
      { id, creator, language }: { id: string; creator: Account; language: Language },
    ): Promise<Task> {
      const image = { ...requireImage(order.image), name: order.image }
      const { keep, ...data } = await dataOf({ id: datasetId, versionId }, image)
      return tasks.start({ ...order, ...data, id, kind: 'training', creator: creator.username }, language, keep)
    },

    startOnLabeled: createLabeledTraining({ ...needs, requireImage }),

    async page(
      datasetId: string,
      request: TrainingQuery,
      language: Language,
    ): Promise<EndpointResponse<typeof datasetEndpoints.listTrainings>> {
      await service.require(datasetId)
      const page = await tasks.readers({ kind: 'dataset', id: datasetId }, request, language)
      const checksums = page.items.map(({ order }) => reference.parse(order.reference).version)
      const existing = await versionStore.byContent(datasetId, [...new Set(checksums)])
      const items = page.items.map(async ({ task, order }) => {
        const { name, kind, image, creator, createdAt, startedAt, endedAt, statusReason, headline } = task
        const { version: checksum, sources = null } = trainingReference.partial({ format: true }).parse(order.reference)
        const version = existing.get(checksum)
        const visible = { taskId: task.id, name, kind, image, creator, createdAt, startedAt, endedAt, statusReason }
        return {
          ...visible,
          status: statusOf[kind](task.status),
          taskStatus: task.status,
          headline,
          metrics: lastFigures(await tasks.metrics(task.id)),
          checksum,
          sources,
          version: version === undefined ? null : { id: version.id, number: version.number, name: version.name },
        }
      })
      return { ...page, items: await Promise.all(items) }
    },
  }
}

/** R5.11: fails with `dataset.unlabeled` while an image is unlabeled. */
async function contentOf(
  { service, versions, snapshots }: { service: DatasetService; versions: Versions; snapshots: Snapshots },
  datasetId: string,
  versionId: string | undefined,
) {
  const dataset = await service.require(datasetId)
  if (versionId !== undefined) {
    const version = await versions.ready(versionId, datasetId)
    if (version.labeled < version.images) throw fail('dataset.unlabeled')
    return { dataset, content: version, sources: await sourcesIn(snapshots, version.checksum) }
  }
  if (dataset.status === 'label_tasking') throw fail('auto-label.under-way')
  if (dataset.status !== 'success' || dataset.labeledCount < dataset.fileCount) throw fail('dataset.unlabeled')
  const tally = createTally()
  const content = await snapshots.ofDataset(dataset, { observe: tally.add })
  const { labeled, images } = tally.content()
  if (labeled < images) throw fail('dataset.unlabeled')
  return { dataset, content, sources: tally.sources() }
}

/** A version does not record annotators. */
async function sourcesIn(snapshots: Snapshots, version: string): Promise<LabelSource[]> {
  const counts = new Map<string, number>()
  for await (const { shapes } of snapshots.imagesOf(version)) {
    for (const shape of shapes) {
      const key = labelSourceKey(shape, null)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return labelSourcesOf(counts)
}

function lastFigures({ columns, rows }: MetricTable): Record<string, number> {
  const last = rows.at(-1) ?? []
  return Object.fromEntries(
    columns.flatMap((column, index) => {
      const figure = last[index] ?? null
      return figure === null ? [] : [[column, figure]]
    }),
  )
}
