import { join } from 'node:path'
import { jobKind } from '#platform/jobs/jobs'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { Versions } from '../versions/versions.ts'
import type { ExportStore } from './export-store.ts'
import { writeExport } from './write.ts'
import type { Platform } from '#platform/platform'

export const prepareExport = jobKind<{ exportId: string }>('prepare-export')

const imagesInTurn = 1_000

interface Needs extends Pick<Platform, 'events' | 'jobs' | 'blobs'> {
  readonly datasets: DatasetStore
  readonly snapshots: Snapshots
  readonly store: ExportStore
  readonly versions: Pick<Versions, 'ready'>
  readonly scratch: string
}

/** An interrupted plan is written again: nothing refers to it yet. */
export function registerPreparing(needs: Needs): void {
  const { events, jobs, blobs, datasets, snapshots, store, versions, scratch } = needs

  jobs.register(prepareExport, {
    concurrency: 2,
    async run({ payload: { exportId }, signal, saveProgress }) {
      const row = await store.find(exportId)
      const dataset = row && (await datasets.find(row.datasetId))
      const { formats } = await import('@vermilion/contract/formats/registry')
      if (row?.status !== 'preparing' || dataset === undefined) return
      const total = dataset.fileCount
      let seenCount = 0
      const observe = async () => {
        signal.throwIfAborted()
        seenCount += 1
        if (seenCount % imagesInTurn === 0)
          await saveProgress({ done: Math.floor(seenCount / 2), total, unit: 'images' })
      }
      const content =
        row.versionId === null
          ? (await snapshots.ofDataset(dataset, { filter: row.choice.filter ?? {}, observe })).checksum
          : (await versions.ready(row.versionId)).checksum
      const folder = join(scratch, exportId)
      const written = await writeExport({ blobs, snapshots, row, codec: formats[row.format], content, signal, folder })
      return async () => {
        const { labels, plan, ...totals } = written
        await store.step(exportId, 'ready', {
          ...totals,
          unavailable: row.unavailable + written.unavailable,
          labels: labels.checksum,
          labelsSize: labels.size,
          plan: plan.checksum,
          planSize: plan.size,
        })
        events.publish({ type: 'dataset-changed', datasetId: row.datasetId })
      }
    },
    failed: async ({ exportId }, error) =>
      void (await store.step(exportId, 'failed', { error: { en: error, zh: error } })),
    stopped: async ({ exportId }) => void (await store.step(exportId, 'stopped')),
    work: {
      kind: 'export',
      async describe({ exportId }) {
        const row = await store.find(exportId)
        return row && datasets.workOf(row.datasetId, row.startedBy)
      },
    },
  })
}
