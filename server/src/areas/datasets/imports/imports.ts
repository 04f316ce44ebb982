import type {
  ClassTarget,
  DatasetImport,
  importCreate,
  importOptions,
  ImportProblem,
} from '@vermilion/contract/datasets/imports'
import { maxImportBytes } from '@vermilion/contract/datasets/imports'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { isInPlace } from '@vermilion/contract/spaces'
import type { z } from 'zod'
import { archiveOf } from '#areas/files'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { freeSpace } from '#platform/disk-space'
import { newId } from '#platform/ids'
import type { Jobs } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'
import type { DatasetStore, StoredDataset } from '../catalogue/dataset-store.ts'
import { labelsNamed } from '../labels/labels.ts'
import { applyImport } from './apply.job.ts'
import type { ImportStore, StoredImport } from './import-store.ts'
import type { Sources } from './source/open-source.ts'
import { readImport } from './read.job.ts'
import { unlessGone } from '../items/space-images.ts'
import { checkMapping, targetOf } from './targets.ts'
import type { ImportFileStore } from './source/upload-store.ts'
import type { Platform } from '#platform/platform'

type Options = z.output<typeof importOptions>
type SomeOptions = { [Name in keyof Options]?: Options[Name] | undefined }

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'work' | 'blobs'> {
  readonly spaces: Spaces
  readonly files: Files
  readonly datasets: DatasetStore
  readonly store: ImportStore
  readonly uploads: ImportFileStore
  readonly sources: Sources
  readonly folder: string
}

const none = { matched: 0, labeled: 0, addable: 0, missing: 0, images: 0, annotations: 0 }

export function createImports(needs: Needs) {
  const { database, clock, events, jobs, datasets, store, sources } = needs

  async function require(id: string): Promise<StoredImport> {
    const row = await store.find(id)
    if (row === undefined || !(await datasets.exists(row.datasetId))) throw fail('dataset.import-not-found')
    return row
  }

  const present = (row: StoredImport, labels: readonly Label[]) => presentImport(jobs, row, labels)

  async function get(id: string): Promise<DatasetImport> {
    const row = await require(id)
    return present(row, (await datasets.find(row.datasetId))?.labels ?? [])
  }

  const begin = (row: StoredImport) => beginImport(needs, row)

  return {
    get,
    begin,

    upload: (datasetId: string, name: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal) =>
      receiveUpload(needs, { datasetId, name, content, signal }),

    async create(datasetId: string, order: z.output<typeof importCreate>, startedBy: string): Promise<DatasetImport> {
      const dataset = await datasets.require(datasetId)
      checkMapping(order.mapping, dataset.labels)
      const { name, spaceId } = await sources.named(order.source)
      const row: StoredImport = {
        ...order,
        annotator: order.annotator ?? null,
        id: newId(),
        datasetId,
        name,
        found: null,
        status: 'reading',
        findings: { ...none, classes: [], annotators: [], splits: { train: 0, validation: 0, test: 0 } },
        done: { images: 0, annotations: 0, added: 0, kept: 0, labels: [] },
        problemCount: 0,
        targets: null,
        spaceId: spaceId ?? (await spaceForImages(needs.spaces, dataset)),
        folder: null,
        error: null,
        startedBy,
        createdAt: clock.time(),
        endedAt: null,
      }
      await database.transaction(async () => {
        await store.add(row)
        await jobs.enqueue(readImport, row.id, { importId: row.id })
        events.publish({ type: 'dataset-changed', datasetId })
      })
      return present(row, dataset.labels)
    },

    async list(datasetId: string): Promise<DatasetImport[]> {
      const { labels } = await datasets.require(datasetId)
      return Promise.all((await store.ofDataset(datasetId)).map((row) => present(row, labels)))
    },

    async problems(id: string, request: PageQuery): Promise<Page<ImportProblem>> {
      await require(id)
      return store.problems(id, request)
    },

    /** Starts the import that a dry run has examined. Inside a transaction. */
    async start(id: string, options: SomeOptions): Promise<DatasetImport> {
      const row = await require(id)
      if (row.status !== 'ready') throw fail('dataset.import-not-ready')
      const { existing = row.existing, addImages = row.addImages, mapping = row.mapping } = options
      await store.update(id, { existing, addImages, mapping })
      await begin({ ...row, existing, addImages, mapping })
      return get(id)
    },

    async stop(id: string, by: string): Promise<DatasetImport> {
      const row = await require(id)
      if (row.status === 'ready') await store.step(id, 'stopped', clock.time())
      const kind = row.status === 'reading' ? readImport : row.status === 'importing' ? applyImport : undefined
      const job = kind && (await jobs.report(kind, id))
      if (job !== undefined) await needs.work.stop(`${jobWorkName}.${job.id}`, by).catch(unlessGone)
      return get(id)
    },

    /** Runs in the transaction that ends its job. */
    async finish(id: string, how: 'failed' | 'stopped', error: Text | null): Promise<void> {
      const row = await store.find(id)
      if (row === undefined || !(await store.step(id, how, clock.time()))) return
      await store.update(id, { error })
      events.publish({ type: 'dataset-changed', datasetId: row.datasetId })
    },
  }
}

export type Imports = ReturnType<typeof createImports>

/** Inside a transaction. */
async function beginImport(
  { datasets, store, files, jobs, events }: Pick<Needs, 'datasets' | 'store' | 'files' | 'jobs' | 'events'>,
  row: StoredImport,
): Promise<void> {
  const { labels } = await datasets.require(row.datasetId)
  checkMapping(row.mapping, labels)
  const targets = row.findings.classes.map((one) => targetOf(one, row.mapping, labels))
  const requested = targets.filter(isNew).map(({ create: name, colour }) => ({ name, colour }))
  const ids = await labelsNamed(datasets, row.datasetId, requested)
  const existing = new Set(labels.map(({ name }) => name))
  const added = new Set(requested.map(({ name }) => name)).difference(existing)
  if (!(await store.step(row.id, 'importing'))) throw fail('dataset.import-not-ready')
  await store.update(row.id, {
    targets: targets.map((one) => (isNew(one) ? (ids.get(one.create) ?? null) : one)),
    done: { ...row.done, labels: [...added] },
    folder: row.spaceId === null ? null : await freeFolder(files, row.spaceId, row.name),
  })
  await jobs.enqueue(applyImport, row.id, { importId: row.id })
  events.publish({ type: 'dataset-changed', datasetId: row.datasetId })
}

async function freeFolder(files: Files, spaceId: string, name: string): Promise<string> {
  const requested = archiveOf(name)?.folder ?? name.replace(/\.[^.]*$/, '')
  const plain =
    requested
      .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-')
      .slice(0, 100)
      .replace(/^[. ]+$/, '') || 'import'
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? plain : `${plain} (${number})`
    const isThere = await files.folder(spaceId, folder).then(Boolean, () => false)
    if (!isThere) return folder
  }
}

async function spaceForImages(spaces: Spaces, { spaceId }: StoredDataset): Promise<string | null> {
  const space = await spaces.get(spaceId).catch(unlessGone)
  return space === undefined || isInPlace(space) ? null : spaceId
}

async function receiveUpload(
  { database, clock, blobs, datasets, uploads, folder }: Needs,
  file: { datasetId: string; name: string; content: AsyncIterable<Uint8Array>; signal: AbortSignal },
) {
  const { datasetId, name, content, signal } = file
  await datasets.require(datasetId)
  let remaining = Math.min(maxImportBytes, await freeSpace(folder))
  async function* bounded() {
    for await (const chunk of content) {
      remaining -= chunk.length
      if (remaining < 0) throw fail('upload.no-space', { path: name })
      yield chunk
    }
  }
  const { checksum, size } = await blobs.put(bounded(), { signal })
  const id = newId()
  await database.transaction(async () => {
    await datasets.require(datasetId)
    await uploads.add({ id, datasetId, name, checksum, size, createdAt: clock.time() })
  })
  return { id, name, size }
}

async function presentImport(jobs: Jobs, row: StoredImport, labels: readonly Label[]): Promise<DatasetImport> {
  const { dryRun: _dryRun, targets, spaceId: _spaceId, folder: _folder, ...visible } = row
  const kind = row.status === 'reading' ? readImport : row.status === 'importing' ? applyImport : undefined
  const job = kind && (await jobs.report(kind, row.id))
  const classes = row.findings.classes.map((one, index) => ({
    ...one,
    target: targets === null ? targetOf(one, row.mapping, labels) : (targets[index] ?? null),
  }))
  const progress = job && { done: job.done, total: job.total ?? 0, unit: job.unit ?? 'images' }
  return {
    ...visible,
    findings: { ...row.findings, classes },
    progress: progress ?? null,
  }
}

function isNew(target: ClassTarget): target is Extract<ClassTarget, object> {
  return typeof target === 'object' && target !== null
}
