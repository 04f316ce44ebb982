import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type InferenceModel, inferenceCreate } from '@vermilion/contract/models'
import type { ConversionProblem } from '@vermilion/contract/models/conversions'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { RunOf } from '../compare/runs.ts'
import { describeModel } from '../import/model-import.ts'
import { placeModel } from '../inference/inference-data.ts'
import type { Inferences } from '../inference/inferences.ts'
import { newlyAdded } from '../rows/model-row.ts'
import type { ModelStore } from '../store.ts'
import type { ConversionRow, ConversionStore } from './conversion-store.ts'
import { type ConversionOutcome, runConverter } from './converter.ts'
import { placePictures } from './pictures.ts'

export interface ConversionJobNeeds extends Pick<Platform, 'blobs' | 'database' | 'clock' | 'events' | 'jobs' | 'log'> {
  store: ModelStore
  conversions: ConversionStore
  datasets: Datasets
  files: Files
  inferences: Pick<Inferences, 'start' | 'usualConfidenceOf'>
  runOf: RunOf
}

export const conversionJob = jobKind<{ conversionId: string }>('model-conversion')

interface Converted {
  outcome: ConversionOutcome
  content: Buffer | undefined
}

export function registerConverting(needs: ConversionJobNeeds): { isStarting(conversionId: string): boolean } {
  const { store, conversions, database, events, jobs, log } = needs
  const starting = new Set<string>()

  const end = async (row: ConversionRow, outcome: Parameters<ConversionStore['end']>[1]): Promise<boolean> => {
    const isEnded = await conversions.end(row.id, outcome)
    if (isEnded) events.publish({ type: 'model-changed', modelId: row.sourceId })
    return isEnded
  }
  const endAs = async (conversionId: string, problem: ConversionProblem) => {
    const row = await conversions.find(conversionId)
    if (row !== undefined) await end(row, { status: 'failed', problem })
  }

  jobs.register(conversionJob, {
    async run({ payload: { conversionId }, signal, saveProgress }) {
      const row = await conversions.find(conversionId)
      if (row === undefined || row.status !== 'processing') return undefined
      const source = await store.runnable.find(row.sourceId)
      if (source === undefined) {
        return async () =>
          void (await end(row, { status: 'failed', problem: 'unreadable', detail: 'the model was deleted' }))
      }
      const tell = (done: number, total: number) =>
        void database
          .transaction(() => saveProgress({ done, total, unit: 'images' }))
          .catch((error: unknown) => log.debug({ err: error }, 'the progress of a conversion is not kept'))
      const { outcome, content } = await convert(needs, { row, source, tell, signal })
      if (outcome.type === 'done' && content !== undefined) {
        return keepModel(needs, { row, source, outcome, content, end, starting })
      }
      const { problem, detail } = outcome.type === 'failed' ? outcome : { problem: 'other' as const, detail: '' }
      log.info({ conversion: conversionId, problem, detail }, 'a model was not converted')
      return async () => void (await end(row, { status: 'failed', problem, detail }))
    },
    failed: ({ conversionId }) => endAs(conversionId, 'other'),
    stopped: ({ conversionId }) => endAs(conversionId, 'cancelled'),
    work: {
      kind: 'conversion',
      async describe({ conversionId }) {
        const row = await conversions.find(conversionId)
        return row && { name: row.sourceName, owner: row.creator, leadsTo: { page: 'models', id: row.sourceId } }
      },
    },
  })
  return { isStarting: (conversionId) => starting.has(conversionId) }
}

interface Order {
  row: ConversionRow
  source: InferenceModel
  tell: (done: number, total: number) => void
  signal: AbortSignal
}

async function convert(needs: ConversionJobNeeds, { row, source, tell, signal }: Order): Promise<Converted> {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-convert-'))
  try {
    const version = await needs.datasets.versions.ready(row.versionId, row.datasetId)
    const pictures = await placePictures(needs, {
      version: version.checksum,
      images: version.images,
      most: row.pictures,
      folder,
    })
    if (pictures.length === 0) return failedWith('unreadable', 'the version has no picture that is still there')
    const [model, result] = [join(folder, 'model.onnx'), join(folder, 'result.onnx')]
    await placeModel(needs.blobs, source.checksum, model)
    const outcome = await runConverter({ kind: row.kind, model, pictures, result }, tell, signal)
    return { outcome, content: outcome.type === 'done' ? await readFile(result) : undefined }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const failedWith = (problem: 'unreadable', detail: string): Converted => ({
  outcome: { type: 'failed', problem, detail },
  content: undefined,
})

interface Result {
  row: ConversionRow
  source: InferenceModel
  outcome: Extract<ConversionOutcome, { type: 'done' }>
  content: Buffer
  end: (row: ConversionRow, outcome: Parameters<ConversionStore['end']>[1]) => Promise<boolean>
  starting: Set<string>
}

/** Imports the converted file as the next version, then starts measuring both models on the dataset's version. */
async function keepModel(needs: ConversionJobNeeds, { row, source, outcome, content, end, starting }: Result) {
  const { store, blobs, clock, database, events, log } = needs
  const described = describeModel(content)
  const { checksum, size } = await blobs.put(Readable.from([described.content]))
  const result: InferenceModel = {
    ...source,
    ...newlyAdded,
    id: newId(),
    size,
    checksum,
    tags: [...new Set([...source.tags, row.kind])],
    // A task can only have the model that it made.
    taskId: null,
    metrics: source.metrics,
    creator: row.creator,
    createdAt: clock.time(),
  }
  const { largestDifference, meanDifference } = outcome
  return async () => {
    if (!(await end(row, { status: 'success', modelId: result.id, largestDifference, meanDifference }))) return
    await store.add(result)
    // Before the commit: a conversion that has ended is being measured.
    starting.add(row.id)
    events.publish({ type: 'model-changed', modelId: result.id })
    database.afterCommit(() => {
      void measure(needs, row, [source, result])
        .catch((error: unknown) => log.warn({ err: error, conversion: row.id }, 'a converted model is not measured'))
        .finally(() => starting.delete(row.id))
    })
  }
}

async function measure(
  needs: ConversionJobNeeds,
  row: ConversionRow,
  models: readonly [InferenceModel, InferenceModel],
): Promise<void> {
  const version = await needs.datasets.versions.ready(row.versionId, row.datasetId)
  const confidence = await needs.inferences.usualConfidenceOf(models[0])
  for (const one of models) {
    const run = await needs.runOf(one, version.checksum)
    if (run !== null && run.about.state !== 'failed') continue
    const source = { kind: 'dataset' as const, datasetId: row.datasetId, versionId: row.versionId }
    const order = inferenceCreate.parse({ name: `measure-${row.kind}`, source, confidence })
    await needs.inferences.start(one, order, { id: newId(), creator: { username: row.creator }, language: 'en-US' })
  }
}
