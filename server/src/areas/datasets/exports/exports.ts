import { formats } from '@vermilion/contract/formats/registry'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DatasetExport, exportCreate } from '@vermilion/contract/datasets/exports'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { DatasetStore, StoredDataset } from '../lists/dataset-store.ts'
import { linesOf } from '../snapshots/snapshot.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import { createChecksumFiles } from './checksums.ts'
import { createExportStore, type StoredExport } from './export-store.ts'
import { type PlannedFile, zipParts } from './plan.ts'
import { prepareExport, registerPreparing } from './prepare.job.ts'
import { zipRange } from './zip-range.ts'

const forgetExports = jobKind<null>('forget-exports')
/** Milliseconds that an export can be downloaded. */
const keptFor = 24 * 3_600_000

interface Needs extends Platform {
  readonly datasets: DatasetStore
  readonly snapshots: Snapshots
  readonly countUnavailable: (datasetId: string, filter: z.output<typeof exportCreate>['filter']) => Promise<number>
  /** The content of a version that is made. Fails as `version.not-found` or `version.not-ready`. */
  contentOf(versionId: string, datasetId?: string): Promise<string>
}

/** Datasets that leave as zips: prepared once, then made while they are sent, from any byte on. */
export function createExports(needs: Needs) {
  const { database, clock, jobs, blobs, blobOwners, paths, datasets } = needs
  const store = createExportStore(needs)
  blobOwners.add(store.owner)
  const scratch = join(paths.cache, 'exports')
  const checksumFiles = createChecksumFiles(scratch)
  registerPreparing({ ...needs, store, scratch })
  jobs.daily(forgetExports, {
    async run() {
      for (const id of await store.forget(clock.time())) await checksumFiles.forget(id)
    },
  })

  /** Fails as `dataset.export-not-found`. */
  async function require(id: string): Promise<StoredExport> {
    const row = await store.find(id)
    if (row === undefined || row.expiresAt < clock.time()) throw fail('dataset.export-not-found')
    return row
  }

  async function present(row: StoredExport): Promise<DatasetExport> {
    const { withImages: _images, choice: _choice, labels: _labels, labelsSize: _size, ...rest } = row
    const { plan: _plan, planSize: _planSize, entries: _entries, startedBy: _by, ...visible } = rest
    const job = row.status === 'preparing' ? await jobs.report(prepareExport, row.id) : undefined
    const progress = job && { done: job.done, total: job.total ?? 0, unit: job.unit ?? 'images' }
    return { ...visible, progress: progress ?? null }
  }

  return {
    get: async (id: string) => present(await require(id)),

    async list(datasetId: string): Promise<DatasetExport[]> {
      await requireDataset(datasets, datasetId)
      return Promise.all((await store.ofDataset(datasetId, clock.time())).map(present))
    },

    async create(
      datasetId: string,
      { format, layout, geometry, images: withImages, filter, versionId }: z.output<typeof exportCreate>,
      startedBy: string,
    ): Promise<DatasetExport> {
      const dataset = await requireDataset(datasets, datasetId)
      const codec = formats[format]
      if (!codec.labelTypes.includes(dataset.labelType)) throw fail('dataset.format-unfit', { format })
      if (layout !== undefined && !codec.layouts.some(({ id }) => id === layout)) {
        throw fail('request.invalid', { detail: `layout: ${format} has no ${layout}`, fields: { layout } })
      }
      if (dataset.fileCount === 0) throw fail('dataset.empty')
      if (versionId !== undefined) await needs.contentOf(versionId, datasetId)
      const row: StoredExport = {
        id: newId(),
        datasetId,
        format,
        layout: layout ?? null,
        versionId: versionId ?? null,
        withImages,
        choice: { ...(filter === undefined ? {} : { filter }), ...(geometry === undefined ? {} : { geometry }) },
        status: 'preparing',
        name: `${plain(dataset.name)}-${format}.zip`,
        images: 0,
        annotations: 0,
        unavailable: versionId === undefined ? await needs.countUnavailable(datasetId, filter) : 0,
        unfit: 0,
        size: 0,
        error: null,
        labels: null,
        labelsSize: 0,
        plan: null,
        planSize: 0,
        entries: 0,
        startedBy,
        createdAt: clock.time(),
        expiresAt: new Date(clock.now() + keptFor).toISOString(),
      }
      await database.transaction(async () => {
        await store.add(row)
        await jobs.enqueue(prepareExport, row.id, { exportId: row.id })
      })
      return present(row)
    },

    /** Fails as `dataset.export-not-found` or `dataset.export-not-ready`. */
    content: async (id: string) => contentOfExport({ blobs, checksumFiles }, await require(id)),
  }
}

export type Exports = ReturnType<typeof createExports>

/** Fails as `dataset.export-not-ready`. */
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

async function requireDataset(datasets: DatasetStore, id: string): Promise<StoredDataset> {
  const dataset = await datasets.find(id)
  if (dataset === undefined) throw fail('dataset.not-found')
  return dataset
}

/** As the name of a file on any machine. */
function plain(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
}
