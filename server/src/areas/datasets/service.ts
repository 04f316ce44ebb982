import type { labelsMerge } from '@vermilion/contract/labels/dataset-labels'
import type {
  Dataset,
  datasetCreate,
  datasetDuplicate,
  datasetUpdate,
  relabeledDataset,
} from '@vermilion/contract/datasets'
import type { DatasetFilling, imagesAdd } from '@vermilion/contract/datasets/sources'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { writeJson } from '#platform/database/columns'
import { type RequireEnabled, requireNames } from './assignments/assignments.ts'
import type { Collector } from './sources/collect.ts'
import type { Duplicate } from './creation/duplicate.ts'
import type { Relabel } from './labels/relabel.ts'
import type { StoredDataset } from './catalogue/dataset-store.ts'
import type { StoredItem } from './items/item-row.ts'
import { allBelow, hasImages } from './items/space-images.ts'
import {
  labelsThatGo,
  type LabelsChange,
  requireDistinct,
  requireWholeImageLabels,
  writeLabels,
} from './labels/labels.ts'
import { newDataset, unlessNameTaken } from './creation/new-dataset.ts'
import type { Notices } from './notices/notices.ts'
import { displayStateOf } from './rules.ts'
import type { StoredSource } from './catalogue/tables.ts'
import type { Platform } from '#platform/platform'
import type { DatasetStores } from './catalogue/stores.ts'

type RelabeledDataset = z.output<typeof relabeledDataset>

export interface DatasetServiceNeeds
  extends Pick<Platform, 'database' | 'clock' | 'events'>, Pick<DatasetStores, 'store' | 'items' | 'sources'> {
  requireEnabled: RequireEnabled
  notices: Pick<Notices, 'add'>
  spaces: Pick<Spaces, 'get'>
  files: Files
  collect: Collector['start']
  relabel: Relabel
  duplicate: Duplicate
  trainedNow(datasetIds: readonly string[]): Promise<ReadonlySet<string>>
}

export function createDatasetService(needs: DatasetServiceNeeds) {
  const { database, clock, events, store, items } = needs

  const changed = (datasetId: string) => events.publish({ type: 'dataset-changed', datasetId })

  async function present(datasets: readonly StoredDataset[]): Promise<Dataset[]> {
    const trained = await needs.trainedNow(datasets.map(({ id }) => id))
    return datasets.map((dataset) => ({
      ...dataset,
      displayState: displayStateOf(dataset, trained.has(dataset.id)),
    }))
  }

  async function get(id: string): Promise<Dataset> {
    const [dataset] = await present([await store.require(id)])
    return dataset!
  }

  return {
    ...createLabelService(needs, { get, changed }),

    ...createSourceService(needs),

    present,

    require: store.require,

    exists: store.exists,

    get,

    async create(input: z.output<typeof datasetCreate>, startedBy: string): Promise<Dataset> {
      const { withTruth, classOfAll } = input
      requireDistinct(input.labels)
      const space = await needs.spaces.get(input.spaceId)
      const selection = input.selection ?? allBelow(input.folder)
      if (!(await hasImages(needs.files, input.spaceId, selection))) throw fail('dataset.empty')
      if (classOfAll !== null) requireWholeImageLabels(input.labelType)
      const dataset = newDataset(input, { spaceName: space.name, creator: startedBy, now: clock.time() })
      return database.transaction(async () => {
        await unlessNameTaken(database, input.name, () => store.insert(dataset))
        await needs.collect(dataset, { space, selection, startedBy, withTruth, classOfAll })
        changed(dataset.id)
        return get(dataset.id)
      })
    },

    async update(id: string, { tags, ...change }: z.output<typeof datasetUpdate>, by: string): Promise<Dataset> {
      const current = await store.require(id)
      const { modelName, prompt } = { ...current, ...change }
      requireModelAndPrompt(modelName, prompt)
      const names = await requireNames(change, current, needs.requireEnabled)
      const values = { ...change, ...names, tags: tags && writeJson(tags) }
      await unlessNameTaken(database, change.name, () => store.update(id, values))
      const about = { datasetId: id, by, images: null, itemId: null }
      for (const [column, kind] of [
        ['assignee', 'to-label'],
        ['assignedReviewer', 'to-review'],
      ] as const) {
        const recipient = names[column] ?? null
        if (recipient !== null && recipient !== current[column]) await needs.notices.add({ ...about, recipient, kind })
      }
      changed(id)
      return get(id)
    },

    async duplicate(id: string, request: z.output<typeof datasetDuplicate>, startedBy: string): Promise<Dataset> {
      return database.transaction(async () => get(await needs.duplicate(await store.require(id), request, startedBy)))
    },

    async affectedBy(spaceId: string): Promise<{ id: string; name: string; images: number }[]> {
      await needs.spaces.get(spaceId)
      return items.ofSpace(spaceId)
    },

    async requireItem(id: string): Promise<StoredItem> {
      const item = await items.findLiving(id)
      if (item === undefined) throw fail('item.not-found')
      return item
    },
  }
}

function together(first: DatasetFilling, second: DatasetFilling): DatasetFilling {
  const total = first.total === null || second.total === null ? null : first.total + second.total
  return { done: first.done + second.done, total }
}

function createSourceService(needs: DatasetServiceNeeds) {
  const { require } = needs.store

  return {
    async add(
      id: string,
      { spaceId, selection, withTruth, classOfAll }: z.output<typeof imagesAdd>,
      startedBy: string,
    ): Promise<StoredSource> {
      const space = await needs.spaces.get(spaceId)
      const { labelType } = await require(id)
      if (classOfAll !== null) requireWholeImageLabels(labelType)
      if (!(await hasImages(needs.files, spaceId, selection))) throw fail('dataset.empty')
      return needs.database.transaction(async () =>
        needs.collect(await require(id), { space, selection, startedBy, withTruth, classOfAll }),
      )
    },

    async sources(id: string): Promise<StoredSource[]> {
      await require(id)
      return needs.sources.ofDataset(id)
    },

    async filling(id: string): Promise<{ filling: DatasetFilling | null }> {
      const { status, fileCount } = await require(id)
      const collecting = (await needs.sources.collecting(id)).map(
        ({ taken, present, notPictures, broken, expected }) => {
          return { done: taken + present + notPictures + broken, total: expected }
        },
      )
      const parts = [...collecting, ...(await needs.sources.importing(id))]
      if (parts.length === 0) return { filling: status === 'processing' ? { done: fileCount, total: null } : null }
      return { filling: parts.reduce(together) }
    },

    async examination(id: string): Promise<{ waiting: number }> {
      await require(id)
      return { waiting: await needs.sources.unexamined(id) }
    },
  }
}

function createLabelService(
  { database, store, relabel }: Pick<DatasetServiceNeeds, 'database' | 'store' | 'relabel'>,
  { get, changed }: { get(id: string): Promise<Dataset>; changed(datasetId: string): void },
) {
  const { require } = store

  return {
    async updateLabels(id: string, change: LabelsChange, startedBy: string): Promise<RelabeledDataset> {
      return database.transaction(async () => {
        await require(id)
        const rows = await store.labelRows(id)
        const { unused, ends } = labelsThatGo(rows, change)
        for (const row of unused) await store.deleteLabel(row.id)
        const workId = await relabel(id, ends, startedBy)
        await writeLabels(store, id, rows, change.labels)
        await store.update(id, {})
        changed(id)
        return { ...(await get(id)), workId }
      })
    },

    async mergeLabels(
      id: string,
      { from, to }: z.output<typeof labelsMerge>,
      startedBy: string,
    ): Promise<RelabeledDataset> {
      const { labels } = await require(id)
      const ids = new Set(labels.map((label) => label.id))
      const stranger = [to, ...from].find((label) => !ids.has(label))
      if (stranger !== undefined) throw fail('dataset.label-not-found', { id: stranger })
      if (from.includes(to)) throw fail('request.invalid', { detail: 'from: a label cannot be merged into itself' })
      const retained = labels
        .filter((label) => !from.includes(label.id))
        .map(({ id: labelId, name }) => ({ id: labelId, name }))
      const deleted = Object.fromEntries(from.map((labelId) => [labelId, { move: to }]))
      return this.updateLabels(id, { labels: retained, deleted }, startedBy)
    },
  }
}

export type DatasetService = ReturnType<typeof createDatasetService>

/** R5.03: auto-labeling needs both. */
function requireModelAndPrompt(modelName: string | undefined, prompt: string | undefined): void {
  if ((modelName === '') !== (prompt === '')) {
    const field = modelName === '' ? 'modelName' : 'prompt'
    throw fail('request.invalid', {
      detail: `${field}: auto-labeling needs a model and a prompt`,
      fields: { [field]: '' },
    })
  }
}
