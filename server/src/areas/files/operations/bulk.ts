import { setImmediate as breath } from 'node:timers/promises'
import { filesOfOneCall, type FileOutcome } from '@vermilion/contract/files/operations'
import { fail } from '@vermilion/contract/kernel/errors'
import type { WorkKind } from '@vermilion/contract/kernel/work'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'

const batchSize = 100

export interface BulkOrder {
  readonly spaceId: string
  readonly spaceName: string
  readonly by: string
}

export interface BulkBatch<Position> {
  readonly rows: readonly unknown[]
  readonly next: Position | undefined
}

export interface BatchResult {
  readonly files: number
  readonly skipped: number
}

export interface BulkRun<Position, Batch extends BulkBatch<Position>> {
  readonly start: Position
  /** True when content is read, so that even a few files may exceed a call's time. */
  readonly isSlow?: boolean
  count(most?: number): Promise<number>
  /** Runs before the first batch, possibly twice. */
  prepare?(): Promise<void>
  read(at: Position, limit: number, signal?: AbortSignal): Promise<Batch>
  /** Inside a transaction: applies to the files of a batch that still exist. */
  apply(batch: Batch): Promise<BatchResult>
  finish?(): Promise<void>
}

export interface BulkOperation<Order extends BulkOrder, Position, Batch extends BulkBatch<Position>> {
  readonly name: string
  readonly workKind: WorkKind
  run(order: Order): BulkRun<Position, Batch>
}

interface ResumePoint<Position> extends BatchResult {
  readonly at: Position | null
}

interface Control<Position> {
  readonly from?: ResumePoint<Position> | undefined
  readonly signal?: AbortSignal
  /** Runs in the transaction that did the work. */
  saved?(point: ResumePoint<Position>): Promise<void>
}

export function createBulkRegistry({ database, jobs }: { database: Database; jobs: Jobs }) {
  return function register<Order extends BulkOrder, Position, Batch extends BulkBatch<Position>>(
    bulk: BulkOperation<Order, Position, Batch>,
  ) {
    const kind = jobKind<Order, ResumePoint<Position>>(bulk.name)

    async function execute(
      run: BulkRun<Position, Batch>,
      { from, signal, saved }: Control<Position> = {},
    ): Promise<BatchResult> {
      if (from === undefined) await run.prepare?.()
      let { files, skipped, at } = from ?? { files: 0, skipped: 0, at: run.start }
      while (at !== null) {
        signal?.throwIfAborted()
        const batch: Batch = await run.read(at, batchSize, signal)
        await database.transaction(async () => {
          const done = batch.rows.length === 0 ? { files: 0, skipped: 0 } : await run.apply(batch)
          files += done.files
          skipped += done.skipped
          at = batch.next ?? null
          await saved?.({ files, skipped, at })
        })
        await breath()
      }
      await run.finish?.()
      return { files, skipped }
    }

    jobs.register(kind, {
      async run({ payload, resumePoint, signal, saveProgress }) {
        const run = bulk.run(payload)
        if (resumePoint === undefined) await saveProgress({ done: 0, total: await run.count(), unit: 'files' })
        await execute(run, {
          from: resumePoint,
          signal,
          saved: (point) => saveProgress({ done: point.files + point.skipped, unit: 'files', resumePoint: point }),
        })
      },
      stopped: async () => {},
      work: {
        kind: bulk.workKind,
        describe: async ({ spaceId, spaceName, by }) => ({
          name: spaceName,
          owner: by,
          leadsTo: { page: 'space', id: spaceId },
        }),
      },
    })

    /** Fails with `file.none-selected` without files, unless there is something else to do. */
    return async (order: Order, { orElse = false } = {}): Promise<FileOutcome> => {
      const run = bulk.run(order)
      const count = await run.count(filesOfOneCall + 1)
      if (count === 0 && !orElse) throw fail('file.none-selected')
      const isSlow = run.isSlow === true && count > 0
      if (count <= filesOfOneCall && !isSlow) return { ...(await execute(run)), workId: null }
      const id = await jobs.enqueue(kind, newId(), order)
      return { files: 0, skipped: 0, workId: `${jobWorkName}.${id}` }
    }
  }
}
