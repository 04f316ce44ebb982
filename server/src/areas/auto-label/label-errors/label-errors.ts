import type {
  labelErrorEndpoints,
  LabelErrorRanking,
  RankedFinding,
  RankedImage,
} from '@vermilion/contract/auto-label/label-errors'
import { minLabeled } from '@vermilion/contract/auto-label/learning'
import type { LabelErrorKind } from '@vermilion/contract/evaluation/label-errors/finding'
import type { EndpointResponse, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Language, Text } from '@vermilion/contract/kernel/text'
import { type Datasets, itemOf } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Tasks } from '#areas/tasks'
import { readJson, writeJson } from '#platform/database/columns'
import { createPace } from '#platform/events/pace'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { Labellers } from '../labellers/labeller.ts'
import { mappingOf } from '../rules.ts'
import { createFolds, starterFor } from './folds.ts'
import { createRankedImageStore, type RankedQuery, type RankedRow } from './image-store.ts'
import { rankLabels, registerRanking } from './rank.job.ts'
import { createRankingStore, rankingStatus, type RankingRow } from './ranking-store.ts'
import { createRightLabels, rightLabelOf } from './right-labels.ts'

type Order = Received<typeof labelErrorEndpoints.startLabelErrorRanking>['body']
type OpenedImage = EndpointResponse<typeof labelErrorEndpoints.getRankedImage>

export interface LabelErrorNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs'> {
  readonly tasks: Pick<Tasks, 'images' | 'stop'>
  readonly datasets: Datasets
  readonly files: Files
  readonly labellers: Labellers
}

/** Minimum milliseconds between two announcements of one ranking. */
const announceEvery = 250

export type LabelErrors = ReturnType<typeof createLabelErrors>

/** Ranks the labeled images of a dataset by how probable an error in their labels is. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createLabelErrors(needs: LabelErrorNeeds) {
  const { database, clock, events, lifecycle, jobs, tasks, datasets, labellers } = needs
  const rankings = createRankingStore(database)
  const images = createRankedImageStore(database)
  const rightLabels = createRightLabels(database)
  const pace = createPace<[datasetId: string]>(announceEvery, (rankingId, datasetId) =>
    events.publish({ type: 'label-errors-changed', datasetId, rankingId }),
  )
  lifecycle.onStop(pace.stop)
  const changed = ({ id, datasetId }: Pick<RankingRow, 'id' | 'datasetId'>) =>
    database.afterCommit(() => pace.announce(id, datasetId))

  async function end(row: RankingRow, how: 'success' | 'failed' | 'stopped', error: Text | null): Promise<void> {
    const set = { error: error && writeJson(error), endedAt: clock.time() }
    if (!(await rankings.step(row.id, how, set))) return
    if (how !== 'success' && row.foldCount > 0) await folds.stop(row.id)
    changed(row)
  }
  const enqueue = (rankingId: string, fold: number | null) =>
    jobs.enqueue(rankLabels, `${rankingId} ${fold ?? 'all'}`, { rankingId, fold })
  const parts = { ...needs, rankings, images, rightLabels, end, changed }
  const folds = createFolds({ ...parts, enqueueFold: ({ rankingId, fold }) => enqueue(rankingId, fold) })
  registerRanking({ ...parts, folds: () => folds })

  async function find(id: string): Promise<RankingRow> {
    const row = await rankings.byId(id)
    if (row === undefined || !(await datasets.service.exists(row.datasetId))) throw fail('label-errors.not-found')
    return row
  }

  async function present(row: RankingRow): Promise<LabelErrorRanking> {
    const [{ done, failed, score: all, ...kinds }, sizes, foldRows] = await Promise.all([
      images.counts(row.id),
      row.foldCount > 0 ? images.foldSizes(row.id) : new Map<number, number>(),
      row.foldCount > 0 ? rankings.foldsOf(row.id) : [],
    ])
    const { labellerId, labellerName, parameters: _parameters, language: _language, ...visible } = row
    return {
      ...visible,
      labeller: labellerId === null ? null : { id: labellerId, kind: 'model', name: labellerName ?? '' },
      folds: foldRows.map(({ rankingId: _, ...fold }) => ({ ...fold, images: sizes.get(fold.fold) ?? 0 })),
      error: row.error === null ? null : readJson(row.error),
      done,
      failed,
      open: { ...kinds, all },
    }
  }

  async function presentImages(rows: readonly RankedRow[]): Promise<RankedImage[]> {
    const items = await datasets.items.ofIds(rows.map(({ itemId }) => itemId))
    return rows.flatMap(({ itemId, number, score, findings, revision }) => {
      const item = items.get(itemId)
      if (item === undefined) return []
      return [{ number, item: itemOf(item), score, findings: readJson(findings), isEdited: item.revision !== revision }]
    })
  }

  async function findImage(rankingId: string, itemId: string): Promise<{ row: RankedRow; image: RankedImage }> {
    await find(rankingId)
    const row = await images.ofItem(rankingId, itemId)
    const [image] = row === undefined ? [] : await presentImages([row])
    if (row === undefined || image === undefined) throw fail('item.not-found')
    return { row, image }
  }

  async function wayOf(datasetId: string, order: Order) {
    const dataset = await datasets.service.require(datasetId)
    const labels = dataset.labels.filter(({ leaving }) => !leaving)
    if (labels.length === 0) throw fail('auto-label.no-labels')
    if (dataset.status !== 'success') throw fail('dataset.not-ready')
    const least = 'folds' in order ? Math.max(minLabeled, 2 * order.folds) : 1
    if (dataset.labeledCount < least) throw fail('auto-label.too-few', { least })
    if ('folds' in order) {
      starterFor(tasks, dataset.labelType)
      const { epochs, inputSize, width } = order.parameters
      const parameters = Object.entries({ epochs, inputSize, width }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      )
      return { labeller: undefined, foldCount: order.folds, parameters: Object.fromEntries(parameters) }
    }
    const labeller = await labellers.find(order.labeller)
    // Only models have confidences that tell how probable an error is.
    if (labeller?.kind !== 'model' || !labeller.labelTypes.includes(dataset.labelType))
      throw fail('auto-label.labeller-not-found')
    mappingOf(labeller.classes ?? [], labels)
    return { labeller, foldCount: 0, parameters: {} }
  }

  return {
    async list(datasetId: string, query: PageQuery): Promise<Page<LabelErrorRanking>> {
      await datasets.service.require(datasetId)
      const page = await rankings.page(datasetId, query)
      return { ...page, items: await Promise.all(page.items.map(present)) }
    },

    get: async (id: string): Promise<LabelErrorRanking> => present(await find(id)),

    async start(
      datasetId: string,
      order: Order,
      { username, language }: { username: string; language: Language },
    ): Promise<LabelErrorRanking> {
      const { labeller, foldCount, parameters } = await wayOf(datasetId, order)
      const id = newId()
      return database.transaction(async () => {
        if ((await rankings.active(datasetId)) !== undefined) throw fail('label-errors.under-way')
        const row: RankingRow = {
          id,
          datasetId,
          number: await rankings.nextNumber(datasetId),
          labellerId: labeller?.id ?? null,
          labellerName: labeller?.name ?? null,
          foldCount,
          parameters: writeJson(parameters),
          status: 'queuing',
          error: null,
          images: null,
          language,
          startedBy: username,
          createdAt: clock.time(),
          endedAt: null,
        }
        const foldRows = Array.from({ length: foldCount }, (_, fold) => {
          const taskName = `label-errors-${row.number}-fold-${fold + 1}`
          return { rankingId: id, fold, taskId: newId(), taskName, modelId: null }
        })
        await rankings.add(row, foldRows)
        await enqueue(id, null)
        changed(row)
        return present(row)
      })
    },

    async images(id: string, query: RankedQuery): Promise<Page<RankedImage>> {
      await find(id)
      const page = await images.page(id, query)
      return { ...page, items: await presentImages(page.items) }
    },

    async image(id: string, itemId: string, kind: LabelErrorKind | undefined): Promise<OpenedImage> {
      const { row, image } = await findImage(id, itemId)
      return { ...image, ...(await images.neighbours(id, row, kind)) }
    },

    dismiss: (
      { rankingId, itemId }: { rankingId: string; itemId: string },
      { finding: index, isDismissed }: { finding: number; isDismissed: boolean },
      by: string,
    ): Promise<RankedImage> =>
      database.transaction(async () => {
        const { row, image } = await findImage(rankingId, itemId)
        // At its end the findings of an image get another order.
        if (!rankingStatus.isEnd((await find(rankingId)).status)) throw fail('label-errors.not-ended')
        const finding = image.findings[index]
        if (finding === undefined) throw fail('label-errors.no-finding')
        const own = rightLabelOf(finding, await datasets.annotations.shapesOf(itemId))
        const right = { ...own, itemId, confirmedBy: by, createdAt: clock.time() }
        await rightLabels.remove(right)
        if (isDismissed) await rightLabels.add(right)
        const findings = image.findings.with(index, { ...finding, isDismissed } satisfies RankedFinding)
        await images.set(rankingId, row.number, findings)
        changed(await find(rankingId))
        return (await findImage(rankingId, itemId)).image
      }),

    stop: (id: string): Promise<LabelErrorRanking> =>
      database.transaction(async () => {
        const row = await find(id)
        if (rankingStatus.isEnd(row.status)) throw fail('label-errors.ended')
        await end(row, 'stopped', null)
        return present(await find(id))
      }),

    remove: (id: string): Promise<Record<string, never>> =>
      database.transaction(async () => {
        const row = await find(id)
        if (!rankingStatus.isEnd(row.status)) throw fail('label-errors.not-ended')
        await rankings.remove(id)
        changed(row)
        return {}
      }),
  }
}
