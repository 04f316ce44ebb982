import { threadParts } from '#platform/processes/thread-parts'
import type { WalkEntry } from './walk.ts'

export class Unreachable extends Error {}

export const walkInThread = (
  root: string,
  { after, signal }: { after: string | undefined; signal: AbortSignal },
): AsyncGenerator<readonly WalkEntry[]> =>
  threadParts(new URL('./walk.worker.ts', import.meta.url), {
    workerData: { root, after },
    signal,
    failureOf: (problem) => new Unreachable(String(problem)),
  })
