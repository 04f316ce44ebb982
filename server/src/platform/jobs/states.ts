import { statusTable } from '#platform/status'

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'stopped'

/** A running job returns to the queue when its process ends, or when its attempt fails and another is allowed. */
export const jobStatus = statusTable<JobState>('job', {
  queued: ['running', 'stopped'],
  running: ['queued', 'done', 'failed', 'stopped'],
  done: [],
  failed: [],
  stopped: [],
})

export const maxAttempts = 5

/** Milliseconds until the next attempt: 1, 2, 4, 8 s … */
export function retryDelay(attempts: number): number {
  return Math.min(1_000 * 2 ** (attempts - 1), 300_000)
}
