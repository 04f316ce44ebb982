import type { DatasetVersion, versionCreate, versionSource } from '@vermilion/contract/datasets/versions'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { z } from 'zod'
import type { Files } from '#areas/files'
import { batches } from '#platform/blobs/index-check'
import { newId } from '#platform/ids'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { DatasetLists } from '../catalogue/lists.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { VersionStore } from './version-store.ts'
import type { Platform } from '#platform/platform'

const nothingYet = { images: 0, labeled: 0, labels: 0, annotations: 0, classes: [], covers: [], checksum: '', size: 0 }

export function createVersions(
  needs: Pick<Platform, 'database' | 'clock' | 'events'> & {
    store: VersionStore
    datasets: Pick<DatasetStore, 'require' | 'exists'>
    files: Pick<Files, 'pinned'>
    snapshots: Pick<Snapshots, 'imagesOf'>
    lists: Pick<DatasetLists, 'count'>
    make(versionId: string): Promise<string>
    readBy(datasetId: string, checksum: string): Promise<string | undefined>
  },
) {
  const { database, clock, events, datasets, store } = needs

  async function get(id: string): Promise<DatasetVersion> {
    const version = await store.find(id)
    if (version === undefined || !(await datasets.exists(version.datasetId))) throw fail('version.not-found')
    return version
  }

  /** A completed version, of this dataset if given. Fails with `version.not-found` or `version.not-ready`. */
  async function ready(id: string, datasetId?: string): Promise<DatasetVersion> {
    const version = await get(id)
    if (datasetId !== undefined && version.datasetId !== datasetId) throw fail('version.not-found')
    if (version.status !== 'success') throw fail('version.not-ready', { number: version.number })
    return version
  }

  return {
    get,
    ready,

    async source(id: string): Promise<z.output<typeof versionSource>> {
      const sum = { changed: 0, gone: 0, unreadable: 0 }
      for await (const images of batches(needs.snapshots.imagesOf((await ready(id)).checksum)))
        for (const { isGone, isReadable } of await needs.files.pinned.differences(images)) {
          sum[isGone ? 'gone' : 'changed'] += 1
          if (!isReadable) sum.unreadable += 1
        }
      return sum
    },

    byContent: store.byContent,

    async page(datasetId: string, request: PageQuery): Promise<Page<DatasetVersion>> {
      await datasets.require(datasetId)
      return store.page(datasetId, request)
    },

    async create(
      datasetId: string,
      { name, description, filter: requested }: z.output<typeof versionCreate>,
      createdBy: string,
    ): Promise<DatasetVersion> {
      const { fileCount } = await datasets.require(datasetId)
      const filter = Object.values(requested ?? {}).some((value) => value !== undefined) ? requested : undefined
      const images = filter === undefined ? fileCount : (await needs.lists.count(datasetId, filter)).items
      if (images === 0) throw fail(filter === undefined ? 'dataset.empty' : 'item.none-selected')
      const version: DatasetVersion = {
        ...nothingYet,
        id: newId(),
        datasetId,
        number: await store.nextNumber(datasetId),
        name,
        description,
        filter: filter ?? null,
        status: 'processing',
        splits: { train: 0, validation: 0, test: 0 },
        createdAt: clock.time(),
        createdBy,
      }
      await store.insert(version)
      await needs.make(version.id)
      events.publish({ type: 'dataset-changed', datasetId })
      return version
    },

    async delete(id: string): Promise<void> {
      await database.transaction(async () => {
        const { datasetId, number, checksum } = await get(id)
        const task = checksum === '' ? undefined : await needs.readBy(datasetId, checksum)
        if (task !== undefined) throw fail('version.in-use', { task, number })
        await store.delete(id)
        events.publish({ type: 'dataset-changed', datasetId })
      })
    },
  }
}

export type Versions = ReturnType<typeof createVersions>
