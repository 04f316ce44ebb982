import type { Work, WorkKind } from '@vermilion/contract/kernel/work'

export interface Progress<ResumePoint> {
  readonly done: number
  readonly total?: number
  readonly unit?: string
  readonly resumePoint?: ResumePoint
}

export interface JobRun<Payload, ResumePoint> {
  readonly payload: Payload
  /** The saved point of the last attempt; undefined for the first. */
  readonly resumePoint: ResumePoint | undefined
  /** Aborts when the server stops (the job continues at the next start) or a user stops the job. */
  readonly signal: AbortSignal
  /** Exact when called inside the transaction that did the work: after a crash nothing is done twice. */
  saveProgress(progress: Progress<ResumePoint>): Promise<void>
}

export type JobWork = Pick<Work, 'name' | 'owner' | 'leadsTo'>

export interface JobHandler<Payload, ResumePoint> {
  /**
   * Errors are retried with growing delay; an expected `Failure` is final, but that the store is away, for which a job waits.
   * The returned function runs in the transaction that ends the job.
   */
  run(job: JobRun<Payload, ResumePoint>): Promise<void | (() => Promise<void>)>
  /** Runs in the transaction that gives the job up. */
  readonly failed?: (payload: Payload, error: string) => Promise<void>
  /** Runs in the transaction that stops the job for a user. A kind without it cannot be stopped. */
  readonly stopped?: (payload: Payload) => Promise<void>
  /** Undefined hides a job. */
  readonly work?: { readonly kind: WorkKind; readonly describe: (payload: Payload) => Promise<JobWork | undefined> }
  /** A user waits for it, so background work leaves it the processors. */
  readonly isWaitedFor?: true
  /** Jobs of this kind at once; 1 by default. */
  readonly concurrency?: number
}

export type JobHandlers = ReadonlyMap<string, JobHandler<unknown, unknown>>
