import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isOver as isRunOver } from '../port/run-status.ts'
import type { RunHandle, RunStatus } from '../port/run-status.ts'
import { SlurmAway, SlurmRefused } from './connection/connection.ts'
import { readJobFiles } from './job-files.ts'
import { isOver, isWaiting } from './job-queue.ts'
import type { SlurmParts, SlurmRun } from './runs.ts'

/** In milliseconds. */
const pollIntervalMs = 100
const awayPause = 2_000
/** Milliseconds after which Slurm is to end what does not end by a signal. */
const killPatience = 3_000
/** Slurm's own grace, `KillWait`, comes on top. */
const endPatience = 120_000

export function createStopper(
  { connection, runs, queue }: SlurmParts,
  status: (handle: RunHandle) => Promise<RunStatus>,
) {
  /** A job that has ended meanwhile is no failure. */
  const ifRefused = (error: unknown) => {
    if (!(error instanceof SlurmRefused)) throw error
  }
  const cancel = (jobId: string) => connection.cancel(jobId).catch(ifRefused)

  const signal = ({ here }: SlurmRun, step: string, name: 'TERM' | 'KILL') =>
    connection.signal?.(step, name).catch(ifRefused) ?? writeFile(join(here, name), '')

  /** TERM to the commands, KILL after the grace; a job that waits leaves the queue at once. */
  async function stop(handle: RunHandle, graceSeconds: number): Promise<void> {
    const run = await runs.read(handle)
    // Nothing is submitted without a plan; what another life of this data folder left is ended where it is known.
    if (run.instances.length === 0) return cancelUnknown(handle).catch(ifAway)
    if ((await runs.readEnd(run)) !== null) return
    await runs.noteStop(run)
    // A command that has not begun yet does not.
    await writeFile(join(run.here, 'stop'), '').catch(() => undefined)
    const began = Date.now()
    const killAt = began + graceSeconds * 1_000
    let signalled = ''
    let killed = ''
    for (;;) {
      const now = await status(handle)
      if (isRunOver(now.phase)) return
      if (now.isAway === true) return delay(awayPause)
      const { jobs } = await queue.read(Date.now() - 2 * pollIntervalMs)
      const job = jobs.get(handle)
      const { attempt, instances } = await readJobFiles(run.here, job?.restarts)
      const step = [...instances.values()][0]?.step
      if (job !== undefined && isWaiting(job)) await cancel(job.id)
      else if (job !== undefined && !isOver(job)) {
        const position = `${job.id}.${step ?? ''} ${attempt}`
        if (step !== undefined && signalled !== position && Date.now() < killAt) {
          await signal(run, `${job.id}.${step}`, 'TERM')
          signalled = position
        } else if (step !== undefined && killed !== position && Date.now() >= killAt) {
          await signal(run, `${job.id}.${step}`, 'KILL')
          killed = position
        } else if (Date.now() >= killAt + (step === undefined ? 0 : killPatience)) {
          await cancel(job.id)
          await delay(awayPause)
        }
      }
      if (Date.now() > killAt + endPatience) throw new Error(`Slurm has not ended the job of ${handle}`)
      await delay(pollIntervalMs)
    }
  }

  /** Ends what Slurm still has of a run, though the run itself is over or unknown. */
  async function cancelUnknown(handle: RunHandle): Promise<void> {
    const job = await queue.find(handle)
    if (job !== undefined && !isOver(job)) await cancel(job.id)
  }

  return { stop, cancelUnknown }
}

function ifAway(error: unknown): void {
  if (!(error instanceof SlurmAway)) throw error
}
