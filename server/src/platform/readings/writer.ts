import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { JobKind, Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { PointRow } from './collector.ts'
import { historyTiers, tierNames } from './tiers.ts'
import type { HistoryTier } from './tiers.ts'

/** Milliseconds between two times that points are written. */
const flushInterval = 60_000
/** Rows that one statement forgets. */
const batchSize = 500

export interface ReadingWriterNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly log: Log
}

interface WrittenReadings<Key> {
  /** The daily job that forgets what is too old. */
  readonly forgetting: JobKind<null>
  /** What the log says when points cannot be written. */
  readonly problem: string
  readonly collector: {
    resume(quarters: readonly PointRow<Key>[], eighths: readonly PointRow<Key>[]): void
    take(seconds: number, all: boolean): PointRow<Key>[]
    isEmpty(): boolean
  }
  readonly store: {
    append(rows: readonly PointRow<Key>[]): Promise<void>
    /** The last row of each key. */
    latest(tier: HistoryTier): Promise<PointRow<Key>[]>
    /** So many of the oldest at once; answers how many went. */
    removeOlder(tier: HistoryTier, threshold: number, most: number): Promise<number>
  }
}

/** Writes what is collected, once a minute and at the end, and forgets what is older than its tier keeps it. */
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
    // These are many, and old within hours.
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
