import { modelRegistered } from '#areas/models'
import { isInferenceModel } from '@vermilion/contract/models'
import { Failure, fail } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { Datasets } from '#areas/datasets'
import { taskDeleted, taskEnded, type Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { jobKind } from '#platform/jobs/jobs'
import type { RankedImageStore } from './image-store.ts'
import type { FoldRow, RankingRow, RankingStore } from './ranking-store.ts'

const stopTrainings = jobKind<{ rankingId: string }>('stop-label-error-trainings')

export interface FoldNeeds extends Pick<Platform, 'events' | 'jobs'> {
  readonly tasks: Pick<Tasks, 'images' | 'stop'>
  readonly datasets: Pick<Datasets, 'service' | 'trainings' | 'workOf'>
  readonly rankings: RankingStore
  readonly images: RankedImageStore
  enqueueFold(fold: FoldRow): Promise<unknown>
  end(row: RankingRow, how: 'failed' | 'stopped', error: Text | null): Promise<void>
  changed(row: Pick<RankingRow, 'id' | 'datasetId'>): void
}

export function starterFor({ images }: Pick<Tasks, 'images'>, labelType: LabelType): string {
  const match = Object.entries(images).find(
    ([, { taskKind, address, labelTypes }]) =>
      taskKind === 'training' && address.startsWith('builtin:') && labelTypes.includes(labelType),
  )
  if (match === undefined) throw fail('image.not-found', { image: labelType })
  return match[0]
}

/** Trains one starter model per fold. Each fold validates its own model, and no model learns from the labels that it judges. */
export function createFolds(needs: FoldNeeds) {
  const { events, jobs, tasks, datasets, rankings, images } = needs

  async function foldOf(taskId: string) {
    const fold = await rankings.foldOfTask(taskId)
    const row = fold && (await rankings.byId(fold.rankingId))
    return fold === undefined || row === undefined || row.endedAt !== null ? undefined : { fold, row }
  }
  async function noModel(taskId: string, isStopped = false): Promise<void> {
    const open = await foldOf(taskId)
    if (open !== undefined && open.fold.modelId === null)
      await needs.end(open.row, isStopped ? 'stopped' : 'failed', isStopped ? null : trainingFailed)
  }

  events.listen(taskEnded, async ({ taskId, status }) => {
    if (status !== 'success') await noModel(taskId, status === 'stopped')
  })
  events.listen(taskDeleted, ({ taskId }) => noModel(taskId))
  events.listen(modelRegistered, async ({ taskId, model }) => {
    const open = await foldOf(taskId)
    if (open === undefined) return
    if (model === null || !isInferenceModel(model)) return noModel(taskId)
    await rankings.setModel(taskId, model.id)
    await needs.enqueueFold({ ...open.fold, modelId: model.id })
    needs.changed(open.row)
  })

  jobs.register(stopTrainings, {
    async run({ payload: { rankingId } }) {
      const row = await rankings.byId(rankingId)
      const open = row === undefined ? [] : await rankings.foldsOf(rankingId)
      const late: string[] = []
      for (const { taskId, modelId } of open) {
        if (modelId !== null) continue
        try {
          await tasks.stop(taskId, row!.startedBy)
        } catch (error) {
          const isOver = error instanceof Failure && ['task.ended', 'task.not-found'].includes(error.reason)
          if (!isOver) late.push(taskId)
        }
      }
      // Another error than a failure is tried again.
      if (late.length > 0) throw new Error(`trainings that did not stop yet: ${late.join(', ')}`)
    },
  })

  return {
    /** A repeat after a crash starts those that are not there yet. Call outside transactions. */
    async start(row: RankingRow): Promise<void> {
      const { labelType } = await datasets.service.require(row.datasetId)
      const folds = await images.foldOfItems(row.id)
      const image = starterFor(tasks, labelType)
      for (const { fold, taskId, taskName } of await rankings.foldsOf(row.id)) {
        const order = { name: taskName, image, parameters: readJson(row.parameters), priority: 0, restarts }
        const by = { id: taskId, creator: { username: row.startedBy }, language: row.language }
        const splitOf = (itemId: string) => {
          const own = folds.get(itemId)
          if (own === undefined) return undefined
          return own === fold ? ('validation' as const) : ('train' as const)
        }
        const checkOpen = async () => {
          const { endedAt } = (await rankings.byId(row.id)) ?? { endedAt: '' }
          if (endedAt !== null) throw fail('label-errors.ended')
        }
        await datasets.trainings.startOnLabeled(row.datasetId, order, by, checkOpen, splitOf)
      }
    },
    stop: (rankingId: string) => jobs.enqueue(stopTrainings, rankingId, { rankingId }),
  }
}

/** One crash of one training would end the ranking. */
const restarts = { limit: 2, backoffSeconds: 10 } as const

const trainingFailed: Text = {
  en: 'a training did not come to a model; its log tells why',
  zh: '有一折训练未产生模型，原因见其日志',
}
