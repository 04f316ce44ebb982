import type { JobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { PointRow } from './collector.ts'
import { historyTiers, tierNames, type HistoryTier } from './tiers.ts'

/** In milliseconds. */
const flushInterval = 60_000
const batchSize = 500

export type ReadingWriterNeeds = Pick<Platform, 'database' | 'clock' | 'jobs' | 'lifecycle' | 'log'>

interface WrittenReadings<Key> {
  readonly forgetting: JobKind<null>
  readonly problem: string
  readonly collector: {
    resume(quarters: readonly PointRow<Key>[], eighths: readonly PointRow<Key>[]): void
    take(seconds: number, all: boolean): PointRow<Key>[]
    isEmpty(): boolean
  }
  readonly store: {
    append(rows: readonly PointRow<Key>[]): Promise<void>
    latest(tier: HistoryTier): Promise<PointRow<Key>[]>
    removeOlder(tier: HistoryTier, threshold: number, most: number): Promise<number>
  }
}

export function createReadingWriter<Key>(
  { database, clock, jobs, lifecycle, log }: ReadingWriterNeeds,
  { forgetting, problem, collector, store }: WrittenReadings<Key>,
) {
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  const seconds = () => Math.floor(clock.now() / 1_000)

  const forgetOfTier = async (tier: HistoryTier) => {
    const { retention, row } = historyTiers[tier]
    while ((await store.removeOlder(tier, seconds() - retention - row, batchSize)) === batchSize);
  }

  async function write(all: boolean): Promise<void> {
    const rows = collector.take(seconds(), all)
    if (rows.length > 0) await database.transaction(() => store.append(rows))
    // Raw points are many and expire within hours.
    if (!all) await forgetOfTier('raw')
  }

  function flush(all = false): Promise<void> {
    writing = writing.then(() => write(all)).catch((error: unknown) => log.error({ err: error }, problem))
    return writing
  }

  async function forgetOld(): Promise<void> {
    for (const tier of tierNames) await forgetOfTier(tier)
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      timer = null
      void flush().then(() => {
        if (!collector.isEmpty()) flushLater()
      })
    }, flushInterval).unref()
  }

  async function resume(): Promise<void> {
    const [quarters, eighths] = await Promise.all([store.latest('quarter'), store.latest('eighth')])
    collector.resume(quarters, eighths)
    if (!collector.isEmpty()) flushLater()
  }

  jobs.daily(forgetting, { run: forgetOld })
  lifecycle.onStart(() => resume().catch((error: unknown) => log.error({ err: error }, problem)))
  lifecycle.onStop(async () => {
    if (timer !== null) clearTimeout(timer)
    await flush(true)
  })

  return { seconds, flushLater, flush: () => flush(), forgetOld }
}
