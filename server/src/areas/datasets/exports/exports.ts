import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DatasetExport, ExportLosses, exportSend } from '@vermilion/contract/datasets/exports'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { Services } from '#areas/settings'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'
import { type JobKind, jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { DatasetLists } from '../catalogue/lists.ts'
import { linesOf } from '../snapshots/snapshot.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { Versions } from '../versions/versions.ts'
import { createChecksumFiles } from './checksums.ts'
import { createExportStore, type StoredExport } from './export-store.ts'
import { findExportLosses } from './losses.ts'
import { type ExportRequest, newExport, requireFit } from './new-export.ts'
import { type PlannedFile, zipParts } from './plan.ts'
import { prepareExport, registerPreparing } from './prepare.job.ts'
import { createSending, presentSent, sendExport } from './sending/send.job.ts'
import { zipRange } from './zip-range.ts'

const forgetExports = jobKind<null>('forget-exports')

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'paths' | 'blobs' | 'blobOwners'> {
  readonly services: Pick<Services, 'ofKind'>
}

interface Parts {
  readonly datasets: DatasetStore
  readonly snapshots: Snapshots
  readonly lists: Pick<DatasetLists, 'countSelected'>
  readonly versions: Pick<Versions, 'ready'>
}

/** Planned once, then generated while they are sent, from any byte on. */
export function createExports(needs: Needs, { datasets, snapshots, lists, versions }: Parts) {
  const { database, clock, events, jobs, paths, blobs, blobOwners } = needs
  const store = createExportStore({ database })
  blobOwners.add(store.owner)

  const scratch = join(paths.cache, 'exports')
  const checksumFiles = createChecksumFiles(scratch)
  const content = (row: StoredExport) => contentOfExport({ blobs, checksumFiles }, row)
  const sending = createSending({ ...needs, datasets, store, content })
  registerPreparing({ events, jobs, blobs, datasets, snapshots, store, versions, scratch })
  jobs.daily(forgetExports, {
    async run() {
      for (const id of await store.forget(clock.time())) await checksumFiles.forget(id)
    },
  })

  async function countUnavailable(datasetId: string, filter: ExportRequest['filter'] = {}): Promise<number> {
    return lists.countSelected(datasetId, { filter: { ...filter, available: false }, except: [] })
  }

  async function require(id: string): Promise<StoredExport> {
    const row = await store.find(id)
    const isThere = row !== undefined && row.expiresAt >= clock.time() && (await datasets.exists(row.datasetId))
    if (!isThere) throw fail('dataset.export-not-found')
    return row
  }

  async function present(row: StoredExport): Promise<DatasetExport> {
    const { withImages: _images, choice, labels: _labels, labelsSize: _size, ...rest } = row
    const { plan: _plan, planSize: _planSize, entries: _entries, startedBy: _by, sent, ...visible } = rest
    const progress = row.status === 'preparing' ? await progressOf(prepareExport, row.id) : null
    const sentProgress = sent?.status === 'sending' ? await progressOf(sendExport, row.id) : null
    return {
      ...visible,
      firstPixel: choice.firstPixel ?? null,
      progress,
      sent: sent && { ...presentSent(sent), progress: sentProgress },
    }
  }

  async function progressOf(kind: JobKind<unknown, unknown>, id: string): Promise<DatasetExport['progress']> {
    const job = await jobs.report(kind, id)
    return job === undefined ? null : { done: job.done, total: job.total ?? 0, unit: job.unit ?? 'images' }
  }

  return {
    get: async (id: string) => present(await require(id)),

    async list(datasetId: string): Promise<DatasetExport[]> {
      await datasets.require(datasetId)
      return Promise.all((await store.ofDataset(datasetId, clock.time())).map(present))
    },

    async losses(datasetId: string, request: ExportRequest): Promise<ExportLosses> {
      const dataset = await datasets.require(datasetId)
      await requireFit(dataset, request)
      const { filter = {}, versionId } = request
      const version = versionId === undefined ? null : await versions.ready(versionId, datasetId)
      return findExportLosses({ snapshots, request }, version?.checksum ?? { dataset, filter })
    },

    async create(datasetId: string, request: ExportRequest, startedBy: string): Promise<DatasetExport> {
      const { filter, versionId } = request
      const dataset = await datasets.require(datasetId)
      await requireFit(dataset, request)
      if (versionId !== undefined) await versions.ready(versionId, datasetId)
      const unavailable = versionId === undefined ? await countUnavailable(datasetId, filter) : 0
      const row = newExport(dataset, request, { unavailable, startedBy, clock })
      await database.transaction(async () => {
        await store.add(row)
        await jobs.enqueue(prepareExport, row.id, { exportId: row.id })
      })
      return present(row)
    },

    async send(id: string, request: z.output<typeof exportSend>, startedBy: string): Promise<DatasetExport> {
      await sending.start(await require(id), request, startedBy)
      return present(await require(id))
    },

    content: async (id: string) => content(await require(id)),
  }
}

export type Exports = ReturnType<typeof createExports>

function contentOfExport(
  { blobs, checksumFiles }: { blobs: BlobStore; checksumFiles: ReturnType<typeof createChecksumFiles> },
  row: StoredExport,
): Content {
  const { plan, labels } = row
  if (row.status !== 'ready' || plan === null || labels === null) throw fail('dataset.export-not-ready')
  const open = (file: PlannedFile, { start, end }: { start: number; end: number }) =>
    'text' in file.from
      ? blobs.open(labels, { start: file.from.text + start, end: file.from.text + end })
      : blobs.open(file.from.checksum, { start, end })
  async function* files(): AsyncGenerator<PlannedFile> {
    for await (const { text } of linesOf(await blobs.open(plan ?? ''))) yield JSON.parse(text) as PlannedFile
  }
  async function* bytes(range: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const checksums = await checksumFiles.open(row.id)
    try {
      yield* zipRange({ parts: zipParts(row.createdAt), files, open, checksums }, range)
    } finally {
      await checksums.close()
    }
  }
  return {
    size: row.size,
    mediaType: 'application/zip',
    tag: row.id,
    downloadName: row.name,
    open: async (range = { start: 0, end: row.size - 1 }) => Readable.from(bytes(range), { objectMode: false }),
  }
}
