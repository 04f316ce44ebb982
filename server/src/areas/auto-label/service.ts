import type { AutoLabelImage, AutoLabelReport, AutoLabelRun, autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { minScore } from '@vermilion/contract/auto-label'
import type { Labeller as LabellerEntity } from '@vermilion/contract/auto-label/labellers'
import type { EndpointResponse, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import type { Datasets, StoredDataset } from '#areas/datasets'
import type { Files } from '#areas/files'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { jobWorkName } from '#platform/jobs/work'
import type { WorkRegistry } from '#platform/work/work'
import type { RunImageStore } from './runs/image-store.ts'
import { type Labeller, type Labellers, originOf } from './labellers/labeller.ts'
import { reportOf } from './runs/report.ts'
import { hasEnded, mappingByName, mappingOf, suggestionsOf } from './rules.ts'
import { type ItemFailure, labelItem } from './runs/label-item.ts'
import { selectionOf } from './runs/list-images.ts'
import { type RunQuery, type RunRow, type RunStore, toRun } from './runs/run-store.ts'
import type { Platform } from '#platform/platform'

export type RunOrder = Received<typeof autoLabelEndpoints.startAutoLabel>['body']
type PreviewOrder = Received<typeof autoLabelEndpoints.previewAutoLabel>['body']
type Preview = EndpointResponse<typeof autoLabelEndpoints.previewAutoLabel>

const nothing = { error: null, images: null, done: 0, suggested: 0, failed: 0, shapes: 0, overlapping: 0 }

/** The client that asked for the preview has disconnected. */
const unwanted: ItemFailure = { text: { en: 'nobody waits for it', zh: '已取消' }, isGeneral: false }

export interface AutoLabelServiceNeeds extends Pick<Platform, 'database' | 'clock'> {
  readonly work: Pick<WorkRegistry, 'stop'>
  readonly datasets: Datasets
  readonly files: Files
  readonly runs: RunStore
  readonly images: RunImageStore
  readonly labellers: Labellers
  enqueue(runId: string): Promise<string>
  enqueueUndo(runId: string): Promise<string>
  changed(row: Pick<RunRow, 'id' | 'datasetId'>): void
}

export type AutoLabelService = ReturnType<typeof createAutoLabelService>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createAutoLabelService(needs: AutoLabelServiceNeeds) {
  const { database, clock, work, datasets, files, runs, images, labellers } = needs

  async function find(id: string): Promise<RunRow> {
    const row = await runs.byId(id)
    if (row === undefined || !(await datasets.service.exists(row.datasetId))) throw fail('auto-label.not-found')
    return row
  }

  /** R5.04: not before the dataset's labels are filled in. */
  async function prepare(dataset: StoredDataset, order: Pick<RunOrder, 'labeller' | 'mapping' | 'tiles'>) {
    const labels = dataset.labels.filter(({ leaving }) => !leaving)
    if (labels.length === 0) throw fail('auto-label.no-labels')
    const labeller = await labellers.find(order.labeller)
    if (labeller === undefined || !labeller.labelTypes.includes(dataset.labelType))
      throw fail('auto-label.labeller-not-found')
    if (order.tiles !== null && !labeller.takesTiles) throw fail('model.not-tileable', { name: labeller.name })
    const classes = labeller.classes ?? labels.map(({ name }) => name)
    return { labeller, mapping: mappingOf(classes, labels, order.mapping) }
  }

  return {
    prepare,

    async labellers(datasetId: string): Promise<LabellerEntity[]> {
      const { labelType, labels } = await datasets.service.require(datasetId)
      const present = ({ id, kind, name, model, takesTiles, classes }: Labeller): LabellerEntity => {
        const mapping = mappingByName(classes ?? labels.map((label) => label.name), labels)
        return {
          id,
          kind,
          name,
          model,
          takesTiles,
          classes: Object.entries(mapping).map(([className, labelId]) => ({ name: className, labelId })),
        }
      }
      return (await labellers.list(labelType)).map(present)
    },

    async preview(datasetId: string, { itemId, ...order }: PreviewOrder, signal: AbortSignal): Promise<Preview> {
      const dataset = await datasets.service.require(datasetId)
      const { labeller, mapping } = await prepare(dataset, order)
      const item = await datasets.service.requireItem(itemId)
      if (item.datasetId !== datasetId) throw fail('item.not-found')
      const outcome = await labelItem(files, labeller, item, {
        labelType: dataset.labelType,
        classes: Object.keys(mapping).filter((name) => mapping[name] !== null),
        prompt: order.prompt,
        coordinates: order.coordinates,
        tiles: order.tiles,
        signal,
      }).catch((error: unknown) => {
        if (!signal.aborted) throw error
        return unwanted
      })
      if ('text' in outcome) return { shapes: [], error: outcome.text }
      const suggestions = suggestionsOf(outcome.predictions, mapping, minScore)
      return {
        shapes: [...(await datasets.itemSuggestions.preview(item, suggestions, originOf(labeller)))],
        error: null,
      }
    },

    async list(datasetId: string, query: RunQuery): Promise<Page<AutoLabelRun>> {
      await datasets.service.require(datasetId)
      const page = await runs.page(datasetId, query)
      return { ...page, items: page.items.map(toRun) }
    },

    get: async (id: string): Promise<AutoLabelRun> => toRun(await find(id)),

    async start(datasetId: string, order: RunOrder, by: string, roundId: string | null = null): Promise<AutoLabelRun> {
      const { labeller, mapping } = await prepare(await datasets.service.require(datasetId), order)
      const meant = await datasets.lists.countSelected(datasetId, selectionOf(order.scope))
      if (meant === 0) throw fail('item.none-selected')
      const threshold = order.threshold ?? (await labeller.recommendedThreshold?.()) ?? usualConfidence
      return database.transaction(async () => {
        const dataset = await datasets.service.require(datasetId)
        if (dataset.status === 'label_tasking') throw fail('auto-label.under-way')
        if (dataset.status !== 'success') throw fail('dataset.not-ready')
        await datasets.itemSuggestions.begin(dataset)
        await datasets.service.update(datasetId, { modelName: labeller.name, prompt: order.prompt }, by)
        const id = newId()
        const row: RunRow = {
          ...nothing,
          id,
          datasetId,
          labellerId: labeller.id,
          labellerKind: labeller.kind,
          labellerName: labeller.name,
          prompt: order.prompt,
          mapping: writeJson(mapping),
          coordinates: order.coordinates,
          scope: writeJson(order.scope),
          tiles: order.tiles && writeJson(order.tiles),
          threshold,
          status: 'queuing',
          roundId,
          startedBy: by,
          jobId: await needs.enqueue(id),
          createdAt: clock.time(),
          startedAt: null,
          endedAt: null,
          undoneAt: null,
          undoing: 0,
        }
        await runs.add(row)
        needs.changed(row)
        return toRun(row)
      })
    },

    async listImages(id: string, query: PageQuery & { sort: 'number' | '-usefulness' }): Promise<Page<AutoLabelImage>> {
      await find(id)
      return images.page(id, query)
    },

    report: async (id: string): Promise<AutoLabelReport> => reportOf(needs, await find(id)),

    async stop(id: string, by: string): Promise<AutoLabelRun> {
      const row = await find(id)
      if (hasEnded(row.status)) throw fail('auto-label.ended')
      await work.stop(`${jobWorkName}.${row.jobId}`, by)
      return toRun(await find(id))
    },

    undo: (id: string): Promise<AutoLabelRun> =>
      database.transaction(async () => {
        const row = await find(id)
        if (!hasEnded(row.status)) throw fail('auto-label.not-ended')
        if (row.undoneAt !== null || row.undoing === 1) throw fail('auto-label.undone')
        await runs.update(id, { undoing: 1 })
        await needs.enqueueUndo(id)
        needs.changed(row)
        return toRun(await find(id))
      }),
  }
}
