import { join } from 'node:path'
import type { Text } from '@vermilion/contract/kernel/text'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Events } from '#platform/events/events'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { loadFormats } from '../load-formats.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { Versions } from '../versions/versions.ts'
import type { ExportStore } from './export-store.ts'
import { writeExport } from './write.ts'

export const prepareExport = jobKind<{ exportId: string }>('prepare-export')

const imagesInTurn = 1_000

interface Needs {
  readonly events: Events
  readonly jobs: Jobs
  readonly blobs: BlobStore
  readonly datasets: DatasetStore
  readonly snapshots: Snapshots
  readonly store: ExportStore
  readonly versions: Pick<Versions, 'ready'>
  readonly scratch: string
}

/** An interrupted plan is written again: nothing refers to it yet. */
export function registerPreparing(needs: Needs): void {
  const { events, jobs, blobs, datasets, snapshots, store, versions, scratch } = needs

  async function end(exportId: string, how: 'failed' | 'stopped', error: Text | null): Promise<void> {
    await store.step(exportId, how, { error })
  }

  jobs.register(prepareExport, {
    concurrency: 2,
    async run({ payload: { exportId }, signal, saveProgress }) {
      const row = await store.find(exportId)
      const dataset = row && (await datasets.find(row.datasetId))
      const codec = row && (await loadFormats())[row.format]
      if (row?.status !== 'preparing' || dataset === undefined || codec === undefined) return
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
          ? (await snapshots.ofFound(dataset, row.choice.filter ?? {}, observe)).checksum
          : (await versions.ready(row.versionId)).checksum
      const folder = join(scratch, exportId)
      const written = await writeExport({ blobs, snapshots, row, codec, content, signal, folder })
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
    failed: ({ exportId }, error) => end(exportId, 'failed', { en: error, zh: error }),
    stopped: ({ exportId }) => end(exportId, 'stopped', null),
    work: {
      kind: 'export',
      async describe({ exportId }) {
        const row = await store.find(exportId)
        const dataset = row && (await datasets.find(row.datasetId))
        return (
          row && dataset && { name: dataset.name, owner: row.startedBy, leadsTo: { page: 'dataset', id: dataset.id } }
        )
      },
    },
  })
}
