import type { Text } from '@vermilion/contract/kernel/text'
import type { Datasets, StoredItem } from '#areas/datasets'
import type { Files } from '#areas/files'
import { readJson, writeJson } from '#platform/database/columns'
import { collectWrites } from '#platform/database/collected-writes'
import { jobKind } from '#platform/jobs/jobs'
import type { RunImageRow, RunImageStore } from './image-store.ts'
import { type Labeller, type Labellers, type LabelReply, originOf } from '../labellers/labeller.ts'
import { suggestionsOf } from '../rules.ts'
import type { RunRow, RunStore } from './run-store.ts'
import { type ItemFailure, labelItem } from './label-item.ts'
import { listImages } from './list-images.ts'
import { rankImages } from './rank-images.ts'
import type { Platform } from '#platform/platform'

interface Payload {
  readonly runId: string
}

const autoLabel = jobKind<Payload>('auto-label')

const maxConcurrent = 4
const atOnce = 100
/** Suggestions are written in batches of this many images, or after this many milliseconds. */
const writing = { maxItems: 25, intervalMs: 250 }
/** Consecutive failures after which the run ends: the service is down, or its quota is used up. */
const maxFailures = 20

export interface RunJobNeeds extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly datasets: Datasets
  readonly files: Files
  readonly runs: RunStore
  readonly images: RunImageStore
  readonly labellers: Labellers
  changed(row: Pick<RunRow, 'id' | 'datasetId'>): void
  ended(row: RunRow, how: 'success' | 'failed' | 'stopped', error: Text | null): Promise<void>
}

/** Rows record finished images, so a restart continues with the rest. */
export function registerRunning(needs: RunJobNeeds): (runId: string) => Promise<string> {
  const { clock, jobs, datasets, runs, changed } = needs

  async function end(id: string, how: 'success' | 'failed' | 'stopped', error: Text | null = null): Promise<void> {
    const row = await runs.byId(id)
    if (row === undefined) return
    if (!(await runs.step(id, how, { error: error && writeJson(error), endedAt: clock.time() }))) return
    await datasets.itemSuggestions.end(row.datasetId)
    await needs.ended(row, how, error)
    changed(row)
  }

  jobs.register(autoLabel, {
    async run({ payload: { runId }, signal, saveProgress }) {
      const row = await runs.byId(runId)
      if (row === undefined) return undefined
      await runs.step(runId, 'running', row.startedAt === null ? { startedAt: clock.time() } : {})
      changed(row)
      const total = row.images ?? (await listImages(needs, row, signal))
      await saveProgress({ done: row.done, total, unit: 'images' })
      const labeller = await needs.labellers.find(row.labellerId)
      const problem =
        labeller === undefined
          ? goneText
          : await labelAll(needs, row, labeller, {
              signal,
              saved: (done) => saveProgress({ done, total, unit: 'images' }),
            })
      if (problem === null) await rankImages(needs, runId, signal)
      return () => end(runId, problem === null ? 'success' : 'failed', problem)
    },
    failed: ({ runId }, error) => end(runId, 'failed', { en: error, zh: error }),
    stopped: ({ runId }) => end(runId, 'stopped'),
    concurrency: maxConcurrent,
    work: {
      kind: 'auto-label',
      async describe({ runId }) {
        const row = await runs.byId(runId)
        return row && datasets.workOf(row.datasetId, row.startedBy)
      },
    },
  })

  return (runId) => jobs.enqueue(autoLabel, runId, { runId })
}

const goneText: Text = { en: 'the model no longer exists', zh: '该模型已不存在' }

interface Control {
  readonly signal: AbortSignal
  saved(done: number): Promise<void>
}

/** Returns the reason for ending early, or null after the last image. */
async function labelAll(needs: RunJobNeeds, row: RunRow, labeller: Labeller, control: Control): Promise<Text | null> {
  const { datasets, files } = needs
  const dataset = await datasets.service.require(row.datasetId)
  const mapping = readJson(row.mapping)
  const stop = new AbortController()
  const signal = AbortSignal.any([control.signal, stop.signal])
  const request = {
    labelType: dataset.labelType,
    classes: Object.keys(mapping).filter((name) => mapping[name] !== null),
    prompt: row.prompt,
    coordinates: row.coordinates,
    tiles: row.tiles && readJson(row.tiles),
    signal,
  }
  const write = collectWrites(createWrite(needs, { run: row, origin: originOf(labeller) }, control), writing)
  const next = createWaiting(needs, row)
  let failures = 0
  let problem: Text | null = null

  async function work(): Promise<void> {
    for (let image = await next(); image !== undefined && problem === null; image = await next()) {
      signal.throwIfAborted()
      const { row: imageRow, item } = image
      const outcome = item === undefined ? absent : await labelItem(files, labeller, item, request)
      if (!('text' in outcome)) failures = 0
      else if (outcome.isGeneral && (failures += 1) >= maxFailures) {
        problem = outcome.text
        return
      }
      await write({ image: imageRow, outcome })
    }
  }

  const workers = Array.from({ length: labeller.concurrency + writing.maxItems }, () =>
    work().catch((error: unknown) => stop.abort(error)),
  )
  await Promise.all(workers)
  signal.throwIfAborted()
  return problem
}

const absent: ItemFailure = { text: { en: 'the image is gone', zh: '图片已不存在' }, isGeneral: false }

/** A shared iterator over unprocessed images, for several workers. */
function createWaiting({ images, datasets }: RunJobNeeds, { id }: RunRow) {
  let some: { row: RunImageRow; item: StoredItem | undefined }[] = []
  let last: number | undefined = 0
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const rows = await images.waiting(id, last ?? 0, atOnce)
    last = rows.at(-1)?.number
    const items = await datasets.items.ofIds(rows.map(({ itemId }) => itemId))
    some = rows.map((row) => ({ row, item: items.get(row.itemId) }))
    reading = undefined
  }

  return async () => {
    while (some.length === 0 && last !== undefined) await (reading ??= read())
    return some.shift()
  }
}

interface Entry {
  readonly image: RunImageRow
  readonly outcome: LabelReply | ItemFailure
}

function createWrite(
  { database, datasets, runs, images, changed }: RunJobNeeds,
  { run, origin }: { run: RunRow; origin: string },
  control: Control,
) {
  const mapping = readJson(run.mapping)

  async function writeOne({ image: { number, itemId }, outcome }: Entry) {
    const none = { done: 1, suggested: 0, failed: 0, shapes: 0, overlapping: 0 }
    const nothing = { done: 0, suggested: 0, failed: 0, shapes: 0, overlapping: 0 }
    if ('text' in outcome) {
      const isNew = await images.end(run.id, number, { state: 'failed', error: writeJson(outcome.text) })
      return isNew ? { ...none, failed: 1 } : nothing
    }
    const { uncertainty } = outcome
    const isNew = await images.end(run.id, number, { state: 'done', uncertainty, usefulness: uncertainty })
    if (!isNew) return nothing
    const result = await datasets.itemSuggestions.put(
      itemId,
      suggestionsOf(outcome.predictions, mapping, run.threshold),
      origin,
    )
    if (result === undefined) return none
    const { put, previous, overlapping } = result
    if (previous !== null)
      await images.set(run.id, number, {
        put: put.length === 0 ? null : writeJson([...put]),
        previous: writeJson(previous),
      })
    return { ...none, suggested: Math.min(1, put.length), shapes: put.length, overlapping }
  }

  return (entries: readonly Entry[]) =>
    database.transaction(async () => {
      const row = await runs.byId(run.id)
      control.signal.throwIfAborted()
      if (row === undefined) throw new Error('the run was deleted')
      const sum = { done: 0, suggested: 0, failed: 0, shapes: 0, overlapping: 0 }
      for (const entry of entries) {
        const counts = await writeOne(entry)
        for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name]
      }
      await runs.addToCounters(run.id, sum)
      await control.saved(row.done + sum.done)
      changed(run)
    })
}
