import { setImmediate as breath } from 'node:timers/promises'
import { filesOfOneCall } from '@vermilion/contract/files/operations'
import type { FileOutcome } from '@vermilion/contract/files/operations'
import { fail } from '@vermilion/contract/kernel/errors'
import type { WorkKind } from '@vermilion/contract/kernel/work'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'

/** Files of one transaction: few enough that none holds the event loop for long. */
const batchSize = 100

/** What every order says for the tray. */
export interface Ordered {
  readonly spaceId: string
  readonly spaceName: string
  /** Username of who wants it. */
  readonly by: string
}

export interface Piece<Position> {
  readonly rows: readonly unknown[]
  /** Undefined after the last. */
  readonly next: Position | undefined
}

export interface Done {
  readonly files: number
  readonly skipped: number
}

/** One going through of an order. */
export interface Run<Position, Batch extends Piece<Position>> {
  readonly beginning: Position
  /** Content is read: even a few files may take longer than a call may. */
  readonly isSlow?: boolean
  /** How many files are meant; counts no further than `most`. */
  count(most?: number): Promise<number>
  /** Before the first batch. May happen twice. */
  begin?(): Promise<void>
  read(at: Position, limit: number, signal?: AbortSignal): Promise<Batch>
  /** In a transaction: does it to those of a batch that are still there. */
  apply(batch: Batch): Promise<Done>
  /** After the last batch. May happen twice. */
  end?(): Promise<void>
}

/** Something done to many files. */
export interface Bulk<Order extends Ordered, Position, Batch extends Piece<Position>> {
  readonly name: string
  readonly workKind: WorkKind
  run(order: Order): Run<Position, Batch>
}

interface ResumePoint<Position> extends Done {
  readonly at: Position | null
}

interface Control<Position> {
  readonly from?: ResumePoint<Position> | undefined
  readonly signal?: AbortSignal
  /** Called in the transaction that did the work. */
  saved?(point: ResumePoint<Position>): Promise<void>
}

export type Bulks = ReturnType<typeof createBulks>

/** Does things to many files: a few in the call, more as a job that any restart continues. */
export function createBulks({ database, jobs }: { database: Database; jobs: Jobs }) {
  return function register<Order extends Ordered, Position, Batch extends Piece<Position>>(
    bulk: Bulk<Order, Position, Batch>,
  ) {
    const kind = jobKind<Order, ResumePoint<Position>>(bulk.name)

    async function go(run: Run<Position, Batch>, { from, signal, saved }: Control<Position> = {}): Promise<Done> {
      if (from === undefined) await run.begin?.()
      let { files, skipped, at } = from ?? { files: 0, skipped: 0, at: run.beginning }
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
      await run.end?.()
      return { files, skipped }
    }

    jobs.register(kind, {
      async run({ payload, resumePoint, signal, saveProgress }) {
        const run = bulk.run(payload)
        if (resumePoint === undefined) await saveProgress({ done: 0, total: await run.count(), unit: 'files' })
        await go(run, {
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

    /** Fails as `file.none-selected` where no file is meant, unless there is something else to do. */
    return async (order: Order, { orElse = false } = {}): Promise<FileOutcome> => {
      const run = bulk.run(order)
      const meant = await run.count(filesOfOneCall + 1)
      if (meant === 0 && !orElse) throw fail('file.none-selected')
      const isSlow = run.isSlow === true && meant > 0
      if (meant <= filesOfOneCall && !isSlow) return { ...(await go(run)), workId: null }
      const id = await jobs.enqueue(kind, newId(), order)
      return { files: 0, skipped: 0, workId: `${jobWorkName}.${id}` }
    }
  }
}
