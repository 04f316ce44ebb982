import type { Account } from '@vermilion/contract/accounts'
import { minLabeled, type LearningRound, type learningEndpoints } from '@vermilion/contract/auto-label/learning'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { Failure, fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Language, Text } from '@vermilion/contract/kernel/text'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { isInferenceModel } from '@vermilion/contract/models'
import type { Datasets } from '#areas/datasets'
import { modelRegistered } from '#areas/models'
import { taskDeleted, taskEnded, type Tasks } from '#areas/tasks'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { RunRow } from '../runs/run-store.ts'
import type { AutoLabelService } from '../service.ts'
import { type RoundRow, type RoundStore, toRound } from './round-store.ts'
import type { Platform } from '#platform/platform'

type RoundOrder = Received<typeof learningEndpoints.startLearningRound>['body']

const suggestRest = jobKind<{ roundId: string }>('learning-suggestions')

export interface LearningNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  readonly tasks: Pick<Tasks, 'images'>
  readonly datasets: Datasets
  readonly rounds: RoundStore
  readonly service: Pick<AutoLabelService, 'start'>
}

export type Learning = ReturnType<typeof createLearning>

/** A learning round trains a starter model on the labeled images, then suggests labels for the rest. */
export function createLearning(needs: LearningNeeds) {
  const { database, clock, tasks, datasets, rounds } = needs
  const changed = announcer(needs)
  followTrainings(needs)

  function imageFor(labelType: LabelType): string {
    const match = Object.entries(tasks.images).find(
      ([, { taskKind, address, labelTypes }]) =>
        taskKind === 'training' && address.startsWith('builtin:') && labelTypes.includes(labelType),
    )
    if (match === undefined) throw fail('image.not-found', { image: labelType })
    return match[0]
  }

  return {
    async list(datasetId: string, query: PageQuery): Promise<Page<LearningRound>> {
      await datasets.service.require(datasetId)
      const page = await rounds.page(datasetId, query)
      return { ...page, items: page.items.map(toRound) }
    },

    async start(
      datasetId: string,
      { prompt, threshold, epochs }: RoundOrder,
      by: { id: string; creator: Account; language: Language },
    ): Promise<LearningRound> {
      const earlier = await rounds.byTask(by.id)
      if (earlier !== undefined) return toRound(earlier)
      const dataset = await datasets.service.require(datasetId)
      if (dataset.labels.length === 0) throw fail('auto-label.no-labels')
      if (dataset.status === 'label_tasking') throw fail('auto-label.under-way')
      if (dataset.status !== 'success') throw fail('dataset.not-ready')
      if (dataset.labeledCount < minLabeled) throw fail('auto-label.too-few', { least: minLabeled })
      if ((await rounds.active(datasetId)) !== undefined) throw fail('auto-label.learning')
      const number = await rounds.nextNumber(datasetId)
      const roundId = newId()
      const order = {
        name: `learn-round-${number}`,
        image: imageFor(dataset.labelType),
        parameters: epochs === undefined ? {} : { epochs },
        priority: 0,
      }
      await datasets.trainings.startOnLabeled(datasetId, order, by, async (task, labeled) => {
        if ((await rounds.active(datasetId)) !== undefined) throw fail('auto-label.learning')
        const row: RoundRow = {
          id: roundId,
          datasetId,
          number,
          status: 'training',
          error: null,
          ...task,
          modelId: null,
          runId: null,
          labeled,
          prompt,
          threshold: threshold ?? null,
          metrics: writeJson(null),
          startedBy: by.creator.username,
          createdAt: clock.time(),
          endedAt: null,
        }
        await rounds.add(row)
        changed(row)
      })
      return toRound((await rounds.byTask(by.id))!)
    },

    /** Called inside the transaction that ends a run. */
    async runEnded({ roundId }: RunRow, how: 'success' | 'failed' | 'stopped', error: Text | null): Promise<void> {
      if (roundId === null) return
      await database.transaction(async () => {
        const round = await rounds.byId(roundId)
        if (round === undefined) return
        await rounds.step(roundId, how, { error: error && writeJson(error), endedAt: clock.time() })
        changed(round)
      })
    },
  }
}

const announcer =
  ({ events }: Pick<LearningNeeds, 'events'>) =>
  ({ datasetId, id }: Pick<RoundRow, 'datasetId' | 'id'>) =>
    events.publish({ type: 'learning-changed', datasetId, roundId: id })

function followTrainings(needs: LearningNeeds): void {
  const { database, clock, events, jobs, datasets, rounds, service } = needs
  const changed = announcer(needs)

  async function end(round: RoundRow, how: 'failed' | 'stopped', error: Text | null): Promise<void> {
    await rounds.step(round.id, how, { error: error && writeJson(error), endedAt: clock.time() })
    changed(round)
  }

  events.listen(taskEnded, async ({ taskId, status }) => {
    const round = status === 'success' ? undefined : await rounds.byTask(taskId)
    if (round !== undefined) await end(round, status === 'stopped' ? 'stopped' : 'failed', trainingFailed)
  })
  events.listen(taskDeleted, async ({ taskId }) => {
    const round = await rounds.byTask(taskId)
    if (round?.status === 'training') await end(round, 'failed', trainingFailed)
  })
  events.listen(modelRegistered, async ({ taskId, model }) => {
    const round = await rounds.byTask(taskId)
    if (round?.status !== 'training') return
    if (model === null || !isInferenceModel(model)) return end(round, 'failed', trainingFailed)
    await rounds.update(round.id, { modelId: model.id, metrics: writeJson(model.metrics) })
    await jobs.enqueue(suggestRest, round.id, { roundId: round.id })
    changed(round)
  })

  jobs.register(suggestRest, {
    run: ({ payload: { roundId } }) =>
      database.transaction(async () => {
        const round = await rounds.byId(roundId)
        if (round?.status !== 'training' || round.modelId === null) return
        const { datasetId, prompt, threshold, startedBy, modelId } = round
        const named = threshold === null ? {} : { threshold }
        const order = { labeller: `model:${modelId}`, prompt, coordinates: 'auto' as const, tiles: null, ...named }
        try {
          const scope = { kind: 'unlabelled' as const }
          const { id } = await service.start(datasetId, { ...order, scope }, startedBy, roundId)
          await rounds.step(roundId, 'suggesting', { runId: id })
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          // Everything is labeled: there is a model, and nothing left to suggest.
          if (error.reason === 'item.none-selected') await rounds.step(roundId, 'success', { endedAt: clock.time() })
          else await end(round, 'failed', error.text)
        }
        changed(round)
      }),
    async failed({ roundId }, error) {
      const round = await rounds.byId(roundId)
      if (round !== undefined) await end(round, 'failed', { en: error, zh: error })
    },
    work: {
      kind: 'auto-label',
      async describe({ roundId }) {
        const round = await rounds.byId(roundId)
        return round && datasets.workOf(round.datasetId, round.startedBy)
      },
    },
  })
}

const trainingFailed: Text = {
  en: 'the training did not come to a model; its log tells why',
  zh: '训练未产生模型，原因见其日志',
}
