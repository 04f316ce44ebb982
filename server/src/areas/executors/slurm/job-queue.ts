import type { RunHandle } from '../port/run-status.ts'
import { endConditions } from './conditions.ts'
import type { Job, SlurmConnection } from './connection/connection.ts'

/** `failure` is there while the controller does not answer; the jobs are then those of the last answer. */
export interface QueueReading {
  jobs: ReadonlyMap<RunHandle, Job>
  askedAt: number
  failure?: Error
}

export type JobQueue = ReturnType<typeof createJobQueue>

/** In milliseconds. */
const readingLifetime = 2_000
/** States of jobs that have not ended; see squeue(1). */
const waiting = new Set(['PENDING', 'REQUEUE_HOLD', 'REQUEUED', 'SPECIAL_EXIT', 'RESV_DEL_HOLD', 'REQUEUE_FED'])
const over = new Set(['COMPLETED', 'FAILED', 'OUT_OF_MEMORY', ...Object.keys(endConditions)])
export const isWaiting = ({ state }: Job): boolean => waiting.has(state)
export const isOver = ({ state }: Job): boolean => over.has(state)

/** By which a job is known as one of this data folder's, whatever its name. */
export const commentOf = (owner: string, handle: RunHandle): string => `vermilion ${owner} ${handle}`

/** All jobs of this data folder, read by one call however many runs ask. */
export function createJobQueue(connection: Pick<SlurmConnection, 'jobs'>, owner: () => Promise<string>) {
  let last: QueueReading = { jobs: new Map(), askedAt: 0 }
  let asking: Promise<QueueReading> | undefined

  async function ask(): Promise<QueueReading> {
    const askedAt = Date.now()
    try {
      last = { jobs: ownJobs(await connection.jobs('own'), await owner()), askedAt }
    } catch (error) {
      last = { ...last, askedAt: Date.now(), failure: error instanceof Error ? error : new Error(String(error)) }
    }
    return last
  }

  async function read(since = Date.now() - readingLifetime): Promise<QueueReading> {
    if (last.askedAt >= since) return last
    if (asking !== undefined) {
      const reading = await asking
      if (reading.askedAt >= since) return reading
    }
    asking ??= ask().finally(() => (asking = undefined))
    return asking
  }

  return {
    read,
    /** Undefined when there is no such job. Fails while the controller does not answer. */
    async find(handle: RunHandle): Promise<Job | undefined> {
      const { jobs, failure } = await read(Date.now())
      if (failure !== undefined) throw failure
      return jobs.get(handle)
    },
  }
}

function ownJobs(all: readonly Job[], owner: string): Map<RunHandle, Job> {
  const jobs = new Map<RunHandle, Job>()
  const own = commentOf(owner, '')
  for (const job of all) {
    if (!job.comment.startsWith(own)) continue
    const handle = job.comment.slice(own.length)
    const other = jobs.get(handle)
    // A start that was asked twice leaves two jobs: the script of the second does nothing.
    if (other === undefined || (isOver(other) && !isOver(job)) || Number(job.id) < Number(other.id))
      jobs.set(handle, job)
  }
  return jobs
}
