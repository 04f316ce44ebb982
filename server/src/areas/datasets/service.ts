import type { Dataset, datasetCreate, datasetReport, datasetUpdate } from '@vermilion/contract/datasets'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { writeJson } from '#platform/database/columns'
import type { Events } from '#platform/events/events'
import type { DatasetStore, StoredDataset } from './dataset-store.ts'
import type { StoredItem } from './item-store.ts'
import type { ItemStore } from './item-store.ts'
import { replaceLabels, requireDistinctNames, type LabelInput } from './labels.ts'
import { newDataset, unlessNameTaken } from './new-dataset.ts'
import { displayStateOf } from './rules.ts'

export interface DatasetServiceNeeds {
  database: Database
  clock: Clock
  events: Events
  store: DatasetStore
  items: ItemStore
  /** Fails as `space.not-found`. */
  requireSpace(id: string): Promise<{ id: string; name: string }>
  /** Whether the space has an image below the folder. */
  hasImages(spaceId: string, folder: string): Promise<boolean>
  /** Starts taking the space's images into the dataset. */
  collect(datasetId: string): Promise<void>
  /** Which of the datasets a training runs on now. */
  trainedNow(datasetIds: readonly string[]): Promise<ReadonlySet<string>>
}

export function createDatasetService(needs: DatasetServiceNeeds) {
  const { database, clock, events, store, items } = needs

  const changed = (datasetId: string) => events.publish({ type: 'dataset-changed', datasetId })

  /** What is stored, with what is derived at each reading. */
  async function present(datasets: readonly StoredDataset[]): Promise<Dataset[]> {
    const trained = await needs.trainedNow(datasets.map(({ id }) => id))
    return datasets.map(({ folder: _, ...dataset }) => ({
      ...dataset,
      displayState: displayStateOf(dataset, trained.has(dataset.id)),
    }))
  }

  async function require(id: string): Promise<StoredDataset> {
    const dataset = await store.find(id)
    if (dataset === undefined) throw fail('dataset.not-found')
    return dataset
  }

  async function get(id: string): Promise<Dataset> {
    const [dataset] = await present([await require(id)])
    if (dataset === undefined) throw fail('dataset.not-found')
    return dataset
  }

  return {
    present,
    require,
    get,

    async create(input: z.output<typeof datasetCreate>): Promise<Dataset> {
      requireDistinctNames(input.labels)
      const space = await needs.requireSpace(input.spaceId)
      if (!(await needs.hasImages(input.spaceId, input.folder))) throw fail('dataset.empty')
      const dataset = newDataset(input, space.name, clock.time())
      return database.transaction(async () => {
        await unlessNameTaken(database, input.name, () => store.insert(dataset))
        await needs.collect(dataset.id)
        changed(dataset.id)
        return get(dataset.id)
      })
    },

    async update(id: string, { tags, ...change }: z.output<typeof datasetUpdate>): Promise<Dataset> {
      await require(id)
      await unlessNameTaken(database, change.name, () => store.update(id, { ...change, tags: tags && writeJson(tags) }))
      changed(id)
      return get(id)
    },

    async updateLabels(id: string, labels: readonly LabelInput[]): Promise<Dataset> {
      return database.transaction(async () => {
        await require(id)
        await replaceLabels(store, id, labels)
        await store.update(id, {})
        changed(id)
        return get(id)
      })
    },

    /** Its labels, images and annotations go with it. */
    async delete(id: string): Promise<void> {
      await database.transaction(async () => {
        await require(id)
        await store.delete(id)
        changed(id)
      })
    },

    async report(id: string): Promise<z.output<typeof datasetReport>> {
      const dataset = await require(id)
      const rows = await store.labelRows(id)
      return {
        totalFiles: dataset.fileCount,
        labeledFiles: dataset.labeledCount,
        unlabeledFiles: dataset.fileCount - dataset.labeledCount,
        totalLabels: dataset.annotationCount,
        averageLabelsPerFile: dataset.fileCount === 0 ? null : dataset.annotationCount / dataset.fileCount,
        classes: rows.map((row) => ({
          labelId: row.id,
          name: row.name,
          colour: row.colour,
          count: row.annotationCount,
        })),
      }
    },

    async requireItem(id: string): Promise<StoredItem> {
      const item = await items.find(id)
      if (item === undefined) throw fail('item.not-found')
      return item
    },
  }
}

export type DatasetService = ReturnType<typeof createDatasetService>
