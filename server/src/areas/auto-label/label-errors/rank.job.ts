import { findLabelErrors } from '@vermilion/contract/evaluation/label-errors/find-label-errors'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import type { Text } from '@vermilion/contract/kernel/text'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { LabelMapping } from '@vermilion/contract/auto-label'
import type { Datasets, StoredItem } from '#areas/datasets'
import type { Files } from '#areas/files'
import { StoreUnreachable } from '#platform/blobs/blob-store'
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

  async function begin(row: RankingRow, signal: AbortSignal): Promise<Text | null | 'training'> {
    if (row.images === null) await listImages(needs, row, signal)
    if (row.labellerId !== null) return judge(row, row.labellerId, 0, signal)
    await needs.folds().start(row)
    await rankings.step(row.id, 'training')
    needs.changed(row)
    return 'training'
  }

  async function judge(row: RankingRow, labellerId: string, fold: number, signal: AbortSignal): Promise<Text | null> {
    if (row.status !== 'running') await rankings.step(row.id, 'running')
    needs.changed(row)
    const labeller = await labellers.find(labellerId)
    return labeller === undefined ? goneText : judgeAll(needs, { row, labeller, fold, signal })
  }

  jobs.register(rankLabels, {
    async run({ payload: { rankingId, fold }, signal }) {
      const row = await rankings.byId(rankingId)
      if (row === undefined || row.endedAt !== null) return undefined
      let outcome: Text | null | 'training'
      try {
        const own = (await rankings.foldsOf(rankingId)).find((one) => one.fold === fold)
        outcome =
          own === undefined ? await begin(row, signal) : await judge(row, `model:${own.modelId}`, own.fold, signal)
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
      if (row !== undefined) await needs.end(row, 'failed', { en: error, zh: error })
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

const goneText: Text = { en: 'the model no longer exists', zh: '该模型已不存在' }

interface Judging {
  readonly row: RankingRow
  readonly labeller: Labeller
  readonly fold: number
  readonly signal: AbortSignal
}

/** Returns the reason for ending early, or null after the last image. */
async function judgeAll(needs: RankJobNeeds, judging: Judging): Promise<Text | null> {
  const { datasets, files, images } = needs
  const { row, labeller, fold, signal } = judging
  const dataset = await datasets.service.require(row.datasetId)
  const mapping = mappingByName(
    labeller.classes ?? [],
    dataset.labels.filter(({ leaving }) => !leaving),
  )
  const request = { labelType: dataset.labelType, classes: [], prompt: '', coordinates: 'auto', signal } as const
  for (let after = 0; ;) {
    const rows = await images.waiting(row.id, { fold, after, limit: atOnce })
    if (rows.length === 0) return null
    after = rows.at(-1)!.number
    const items = await datasets.items.ofIds(rows.map(({ itemId }) => itemId))
    const entries = await Promise.all(
      rows.map(async (image) => {
        const item = items.get(image.itemId)
        return { image, item, outcome: item && (await labelItem(files, labeller, item, request)) }
      }),
    )
    signal.throwIfAborted()
    const failures = entries.flatMap(({ outcome }) => (outcome !== undefined && 'text' in outcome ? [outcome] : []))
    // A model that runs on nothing says so for every image.
    if (failures.length === entries.length && failures[0]!.isGeneral) return failures[0]!.text
    await writeFindings(needs, judging, { entries, mapping, labelType: dataset.labelType })
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
  await database.transaction(async () => {
    signal.throwIfAborted()
    if ((await rankings.byId(row.id)) === undefined) throw new Error('the ranking was deleted')
    const right = await rightLabels.ofItems(ids)
    for (const { image, item, outcome } of entries) {
      if (item === undefined || outcome === undefined || 'text' in outcome) {
        await images.set(row.id, image.number, [], { state: 'failed' })
        continue
      }
      const shapes = (shapesOf.get(item.id) ?? []).filter((shape) => !isSuggestion(shape))
      const predictions = suggestionsOf(outcome.predictions, mapping, 0)
      const { width, height, revision } = item
      const findings = findLabelErrors(labelType, { width, height, shapes, predictions })
      const ranked = withDismissals(findings, shapes, right.get(item.id) ?? [])
      await images.set(row.id, image.number, ranked, { state: 'done', revision })
    }
  })
  changed(row)
}
