import { runOf } from '../port/run-status.ts'
import type { RunHandle, RunStatus } from '../port/run-status.ts'
import { hasRunOutOfMemory, readScriptOutput, localNameOf, readJobFiles } from './job-files.ts'
import type { JobFiles } from './job-files.ts'
import { isOver, isWaiting } from './job-queue.ts'
import type { Job } from './connection/connection.ts'
import type { SlurmParts, SlurmRun } from './runs.ts'
import { statusOf } from './status.ts'

/** Milliseconds that a network file system may take to show what a job wrote last. */
const filePatience = 3_000
const killedCode = 137
/** What only the queue knows. */
const unknown = { reason: '', nodeCount: 0, resources: '', allocated: '', partitions: '', comment: '' }

/** Looks at runs that are not known to have ended. */
export function createObserver({ connection, runs, queue }: SlurmParts) {
  const overSince = new Map<RunHandle, number>()

  async function recall(run: SlurmRun, id: string | null): Promise<Job | undefined> {
    const job = id === null ? undefined : await connection.recall(id)
    if (id === null || job === undefined) return undefined
    const { attempt: restarts } = await readJobFiles(run.here)
    return { ...unknown, id, restarts, ...job }
  }

  /** Undefined when nobody knows the job. */
  async function jobOf(run: SlurmRun, files: JobFiles): Promise<{ job: Job | undefined; isAway: boolean }> {
    const cached = await queue.read()
    const existing = cached.jobs.get(run.handle)
    if (cached.failure !== undefined) return { job: existing, isAway: true }
    // It may have been submitted since, or begun, as its files say.
    const hasBegun = files.instances.size > 0 && files.attempt === existing?.restarts
    const isStale = existing === undefined || (isWaiting(existing) && hasBegun)
    const reading = isStale ? await queue.read(Date.now()) : cached
    if (reading.failure !== undefined) return { job: existing, isAway: true }
    const job = reading.jobs.get(run.handle)
    if (job !== undefined) return { job, isAway: false }
    const id = (await runs.jobId(run)) ?? files.jobId
    return { job: await recall(run, id), isAway: false }
  }

  const lacksExit = ({ instances }: SlurmRun, files: JobFiles) =>
    instances.some((member) => !files.instances.get(localNameOf(member))?.exit)

  /** A job that has ended by itself has written how; its files may only not be visible yet. */
  function mayStillShow(run: SlurmRun, files: JobFiles, { state }: Job): boolean {
    if (!['COMPLETED', 'FAILED'].includes(state) || files.done !== null || !lacksExit(run, files)) return false
    const since = overSince.get(run.handle) ?? Date.now()
    overSince.set(run.handle, since)
    return Date.now() - since < filePatience
  }

  return {
    async observe(run: SlurmRun): Promise<RunStatus> {
      if (run.instances.length === 0) return runOf(run.handle, [])
      const early = await readJobFiles(run.here)
      const isKilled = [...early.instances.values()].some(({ exit }) => exit?.code === killedCode)
      const isStopping = await runs.isStopping(run)
      const outOfMemory = await hasRunOutOfMemory(run.here, early)
      const facts = { run, isStopping, outOfMemory, scriptOutput: '', isAway: false, job: undefined }
      if (early.done !== null && !lacksExit(run, early) && (!isKilled || isStopping || outOfMemory)) {
        return statusOf({ ...facts, files: early })
      }
      const { job, isAway } = await jobOf(run, early)
      // Files are read after the queue: what has ended by then has written so.
      const files = await readJobFiles(run.here, isAway ? undefined : job?.restarts)
      if (job !== undefined && !isAway && isOver(job) && mayStillShow(run, files, job)) {
        return statusOf({ ...facts, files, job: { ...job, state: 'COMPLETING' } })
      }
      // Only Slurm tells whether the memory was too small, and only once the job has ended.
      const awaitsReason = isKilled && !isStopping && !isAway && job !== undefined && !isOver(job)
      const reported = awaitsReason ? { ...files, done: null } : files
      const scriptOutput = lacksExit(run, files) ? await readScriptOutput(run.here) : ''
      const isOut = await hasRunOutOfMemory(run.here, files)
      return statusOf({ ...facts, files: reported, job, isAway, scriptOutput, outOfMemory: isOut })
    },

    forget: (handle: RunHandle) => void overSince.delete(handle),
  }
}
