import { setImmediate as breath } from 'node:timers/promises'
import { findLabelErrors } from '@vermilion/contract/evaluation/label-errors/find-label-errors'
import type { LabelErrorFinding } from '@vermilion/contract/evaluation/label-errors/finding'
import type { Shape } from '@vermilion/contract/labels/index'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { LabelMapping } from '@vermilion/contract/auto-label'
import type { Datasets, StoredItem } from '#areas/datasets'
import type { Files } from '#areas/files'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { JobRun } from '#platform/jobs/handler'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Labeller, Labellers, LabelReply } from '../labellers/labeller.ts'
import { mappingByName, suggestionsOf } from '../rules.ts'
import { type ItemFailure, labelItem } from '../runs/label-item.ts'
import type { createFolds } from './folds.ts'
import type { RankedImageStore, RankedRow } from './image-store.ts'
import { listImages } from './list-images.ts'
import type { RankingRow, RankingStore } from './ranking-store.ts'
import { weighAll } from './weigh-all.ts'
import { type RightLabels, withDismissals } from './right-labels.ts'

interface Payload {
  readonly rankingId: string
  /** Null lists the images, and has the chosen model judge them or starts the trainings. */
  readonly fold: number | null
}

export const rankLabels = jobKind<Payload>('rank-labels')

const atOnce = 32
const maxConcurrent = 2
/** So many images in a row that fail for a reason of the model itself end a ranking. */
const maxFailures = 20

export interface RankJobNeeds extends Pick<Platform, 'database' | 'jobs'> {
  readonly datasets: Datasets
  readonly files: Files
  readonly rankings: RankingStore
  readonly images: RankedImageStore
  readonly rightLabels: RightLabels
  readonly labellers: Labellers
  folds(): ReturnType<typeof createFolds>
  end(row: RankingRow, how: 'success' | 'failed' | 'stopped', error: Text | null): Promise<void>
  changed(row: Pick<RankingRow, 'id' | 'datasetId'>): void
}

/** Rows record judged images, so a restart continues with the rest. */
export function registerRanking(needs: RankJobNeeds): void {
  const { jobs, datasets, rankings, images, labellers } = needs

  async function begin(row: RankingRow, attempt: Attempt): Promise<Text | null | 'training'> {
    if (row.images === null) await listImages(needs, row, attempt.signal)
    if (row.labellerId !== null)
      return judge((await rankings.byId(row.id)) ?? row, { ...attempt, labellerId: row.labellerId, fold: 0 })
    await needs.folds().start(row)
    await rankings.step(row.id, 'training')
    needs.changed(row)
    return 'training'
  }

  async function judge(row: RankingRow, { labellerId, ...turn }: Turn): Promise<Text | null> {
    if (row.status !== 'running') await rankings.step(row.id, 'running')
    needs.changed(row)
    const labeller = await labellers.find(labellerId)
    return labeller === undefined ? goneText : judgeAll(needs, { row, labeller, ...turn })
  }

  jobs.register(rankLabels, {
    async run({ payload: { rankingId, fold }, signal, saveProgress }) {
      const row = await rankings.byId(rankingId)
      if (row === undefined || row.endedAt !== null) return undefined
      const attempt = { signal, saveProgress }
      let outcome: Text | null | 'training'
      try {
        const own = (await rankings.foldsOf(rankingId)).find((one) => one.fold === fold)
        outcome =
          own === undefined
            ? await begin(row, attempt)
            : await judge(row, { ...attempt, labellerId: `model:${own.modelId}`, fold: own.fold })
      } catch (error) {
        if (!(error instanceof Failure) || error instanceof StoreUnreachable) throw error
        outcome = error.text
      }
      if (outcome === 'training') return undefined
      const isLast = outcome === null && (await images.waitingCount(rankingId)).images === 0
      if (isLast) await weighAll(needs, rankingId, signal)
      return async () => {
        if (outcome !== null) await needs.end(row, 'failed', outcome)
        else if (isLast) await needs.end(row, 'success', null)
      }
    },
    async failed({ rankingId }, error) {
      const row = await rankings.byId(rankingId)
      if (row !== undefined) await needs.end(row, 'failed', sayInBoth(unexpectedText, { error }))
    },
    async stopped({ rankingId }) {
      const row = await rankings.byId(rankingId)
      if (row !== undefined) await needs.end(row, 'stopped', null)
    },
    concurrency: maxConcurrent,
    work: {
      kind: 'auto-label',
      async describe({ rankingId }) {
        const row = await rankings.byId(rankingId)
        return row && datasets.workOf(row.datasetId, row.startedBy)
      },
    },
  })
}

const unexpectedText: Text = {
  en: 'it ended unexpectedly: {error}',
  zh: '意外中止：{error}',
}

const goneText: Text = { en: 'the model no longer exists', zh: '该模型已不存在' }

type Attempt = Pick<JobRun<Payload, never>, 'signal' | 'saveProgress'>

interface Turn extends Attempt {
  readonly labellerId: string
  readonly fold: number
}

interface Judging extends Attempt {
  readonly row: RankingRow
  readonly labeller: Labeller
  readonly fold: number
}

/** Returns the reason for ending early, or null after the last image. */
async function judgeAll(needs: RankJobNeeds, judging: Judging): Promise<Text | null> {
  const { datasets, files, images } = needs
  const { row, labeller, fold, signal, saveProgress } = judging
  const dataset = await datasets.service.require(row.datasetId)
  const mapping = mappingByName(
    labeller.classes ?? [],
    dataset.labels.filter(({ leaving }) => !leaving),
  )
  const request = { labelType: dataset.labelType, classes: [], prompt: '', coordinates: 'auto', signal } as const
  let inRow = 0
  let problem: Text | null = null
  const total = row.images ?? 0
  const earlier = total - (await images.waitingCount(row.id)).images
  for (let after = 0, done = 0; ;) {
    const rows = await images.waiting(row.id, { fold, after, limit: atOnce })
    if (rows.length === 0) return inRow === done ? problem : null
    after = rows.at(-1)!.number
    const items = await datasets.items.ofIds(rows.map(({ itemId }) => itemId))
    const entries = await Promise.all(
      rows.map(async (image) => {
        const item = items.get(image.itemId)
        return { image, item, outcome: item && (await labelItem(files, labeller, item, request)) }
      }),
    )
    signal.throwIfAborted()
    for (const { outcome } of entries) {
      const isGeneral = outcome !== undefined && 'text' in outcome && outcome.isGeneral
      inRow = isGeneral ? inRow + 1 : 0
      if (isGeneral) problem = outcome.text
    }
    // A model that runs on nothing says so for every image.
    if (inRow >= maxFailures) return problem
    await writeFindings(needs, judging, { entries, mapping, labelType: dataset.labelType })
    done += rows.length
    await saveProgress({ done: earlier + done, total, unit: 'images' })
  }
}

interface Judged {
  readonly image: RankedRow
  readonly item: StoredItem | undefined
  readonly outcome: LabelReply | ItemFailure | undefined
}

async function writeFindings(
  { database, datasets, images, rightLabels, rankings, changed }: RankJobNeeds,
  { row, signal }: Judging,
  {
    entries,
    mapping,
    labelType,
  }: { entries: readonly Judged[]; mapping: LabelMapping; labelType: Parameters<typeof findLabelErrors>[0] },
): Promise<void> {
  const ids = entries.map(({ image }) => image.itemId)
  const shapesOf = await datasets.annotations.shapesOfMany(ids)
  const judged: { number: number; item: StoredItem; shapes: Shape[]; findings: LabelErrorFinding[] }[] = []
  for (const { image, item, outcome } of entries) {
    if (item === undefined || outcome === undefined || 'text' in outcome) continue
    const shapes = (shapesOf.get(item.id) ?? []).filter((shape) => !isSuggestion(shape))
    const predictions = suggestionsOf(outcome.predictions, mapping, 0)
    const { width, height } = item
    const findings = findLabelErrors(labelType, { width, height, shapes, predictions })
    judged.push({ number: image.number, item, shapes, findings })
    await breath()
  }
  await database.transaction(async () => {
    signal.throwIfAborted()
    if ((await rankings.byId(row.id)) === undefined) throw new Error('the ranking was deleted')
    const right = await rightLabels.ofItems(ids)
    for (const { image } of entries) await images.set(row.id, image.number, [], { state: 'failed' })
    for (const { number, item, shapes, findings } of judged) {
      const ranked = withDismissals(findings, shapes, right.get(item.id) ?? [])
      await images.set(row.id, number, ranked, { state: 'done', revision: item.revision })
    }
  })
  changed(row)
}
