import { maxAnnotatorsNamed, type DatasetWork, type DeletedDataset } from '@vermilion/contract/datasets/deleted'
import type { Dataset } from '@vermilion/contract/datasets'
import { purgedBefore, purgeTime } from '@vermilion/contract/files/trash'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { jobKind } from '#platform/jobs/jobs'
import { numberedName } from '#platform/numbered-name'
import { createDatasetCovers } from '../catalogue/contents.ts'
import type { DatasetService } from '../service.ts'
import type { DatasetStores } from '../catalogue/stores.ts'
import { registerPurging } from './purge.job.ts'
import { createDatasetTrashStore, type TrashedRow } from './trash-store.ts'
import type { Platform } from '#platform/platform'

const expiry = jobKind<null>('expire-datasets')
const datasetsAtOnce = 20

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  readonly stores: Pick<DatasetStores, 'store' | 'items' | 'annotations'>
  readonly service: Pick<DatasetService, 'require' | 'get'>
}

type Counted = Pick<TrashedRow, 'id' | 'fileCount' | 'labeledCount' | 'annotationCount'>

export function createDatasetTrash({ database, clock, events, jobs, stores, service }: Needs) {
  const trash = createDatasetTrashStore(database)
  const enqueuePurge = registerPurging({ ...stores, database, events, jobs, trash })
  const changed = (datasetId: string) => events.publish({ type: 'dataset-changed', datasetId })
  const workOf = createWorkOf(trash)
  const coversOf = createDatasetCovers(database)

  async function find(id: string): Promise<TrashedRow> {
    const row = await trash.byId(id)
    if (row === undefined) throw fail('dataset.not-found')
    return row
  }

  async function purge(id: string, by: string | null): Promise<void> {
    await trash.beginPurge(id)
    await enqueuePurge(id, by)
    changed(id)
  }

  jobs.daily(expiry, {
    async run({ signal }) {
      const cutoff = purgedBefore(clock.now())
      for (;;) {
        signal.throwIfAborted()
        const old = await trash.older(cutoff, datasetsAtOnce)
        if (old.length === 0) return
        for (const { id } of old) await database.transaction(() => purge(id, null))
      }
    },
  })

  return {
    async workIn(id: string): Promise<DatasetWork> {
      const dataset = await service.require(id)
      return (await workOf([dataset]))(dataset)
    },

    async delete(id: string, by: string): Promise<void> {
      for (let isDone = false; !isDone;) {
        for (const job of await jobs.leadingTo('dataset', id)) await jobs.stop(job)
        isDone = await database.transaction(async () => {
          await service.require(id)
          // Work may have started meanwhile; within the transaction none can.
          if ((await jobs.leadingTo('dataset', id)).length > 0) return false
          await trash.add(id, { deletedAt: clock.time(), deletedBy: by })
          changed(id)
          return true
        })
      }
    },

    async list(query: PageQuery): Promise<Page<DeletedDataset>> {
      const page = await trash.page(query)
      const work = await workOf(page.items)
      const covers = await coversOf(page.items.map(({ id }) => id))
      const items = page.items.map((row): DeletedDataset => {
        const { id, name, labelType, deletedAt, deletedBy } = row
        const purgedAt = purgeTime(deletedAt)
        return { id, name, labelType, ...work(row), covers: covers.get(id) ?? [], deletedAt, deletedBy, purgedAt }
      })
      return { ...page, items }
    },

    restore: (id: string): Promise<Dataset> =>
      database.transaction(async () => {
        const { name } = await find(id)
        await trash.putBack(id, await numberedName(name, trash.isNameTaken))
        changed(id)
        return service.get(id)
      }),

    purge: (id: string, by: string): Promise<void> => database.transaction(async () => purge((await find(id)).id, by)),
  }
}

/** The work done in datasets, by annotator; from counters alone. */
function createWorkOf(trash: ReturnType<typeof createDatasetTrashStore>) {
  return async (datasets: readonly Counted[]): Promise<(dataset: Counted) => DatasetWork> => {
    const ids = datasets.map(({ id }) => id)
    const none = ids.length === 0
    const annotators = Map.groupBy(none ? [] : await trash.annotators(ids), ({ datasetId }) => datasetId)
    const versions = none ? new Map<string, number>() : await trash.versionCounts(ids)
    return ({ id, fileCount, labeledCount, annotationCount }) => {
      const people = (annotators.get(id) ?? []).map(({ datasetId: _, ...person }) => person)
      return {
        fileCount,
        labeledCount,
        annotationCount,
        versions: versions.get(id) ?? 0,
        annotators: people.slice(0, maxAnnotatorsNamed),
        annotatorCount: people.length,
      }
    }
  }
}
