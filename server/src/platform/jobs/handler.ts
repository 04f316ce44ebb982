import type { Work, WorkKind } from '@vermilion/contract/kernel/work'

export interface Progress<ResumePoint> {
  readonly done: number
  readonly total?: number
  /** What `done` counts: `files`, `bytes`. */
  readonly unit?: string
  readonly resumePoint?: ResumePoint
}

/** One attempt at a job. */
export interface JobRun<Payload, ResumePoint> {
  readonly payload: Payload
  /** Where the last attempt left off, as saved; undefined for the first. */
  readonly resumePoint: ResumePoint | undefined
  /** Aborts when the server stops, and the job continues with the next start; or when a user stops the job. */
  readonly signal: AbortSignal
  /** Called inside the transaction that did the work, it is exact: after a crash nothing is done twice. */
  saveProgress(progress: Progress<ResumePoint>): Promise<void>
}

/** What people are told of a job while it runs. */
export interface JobWork {
  readonly name: string
  readonly owner: string | null
  readonly leadsTo: Work['leadsTo']
}

export interface JobHandler<Payload, ResumePoint> {
  /**
   * An error is retried with growing delay; an expected `Failure` is final. What it answers is done in the transaction
   * that ends the job.
   */
  run(job: JobRun<Payload, ResumePoint>): Promise<void | (() => Promise<void>)>
  /** Told inside the transaction that gives the job up. */
  readonly failed?: (payload: Payload, error: string) => Promise<void>
  /** Told inside the transaction that ends the job on a user's wish. A kind without it cannot be stopped. */
  readonly stopped?: (payload: Payload) => Promise<void>
  /** Shows jobs of this kind among what runs; undefined for one that nobody need see. */
  readonly work?: { readonly kind: WorkKind; readonly describe: (payload: Payload) => Promise<JobWork | undefined> }
  /** People look on while it runs: work behind the scenes leaves it the processors. */
  readonly isWaitedFor?: true
  /** Jobs of this kind at once; 1 when not given. */
  readonly concurrency?: number
}

/** Handlers by the name of their kind. */
export type JobHandlers = ReadonlyMap<string, JobHandler<unknown, unknown>>
