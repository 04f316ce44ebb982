import { setTimeout as sleep } from 'node:timers/promises'
import { mainOf } from './state/conditions.ts'
import type { Observed } from './state/observed.ts'
import { podOf } from './state/pods.ts'
import type { RunData } from './run-data.ts'
import { readEnd } from './runs.ts'
import type { KnownRun, Member } from './runs.ts'

/** Milliseconds: the cluster tells of changes, and a log may end early. */
const pauseMs = 5_000
const logPauseMs = 500
const collectMs = 5_000

interface FollowNeeds {
  observed: Observed
  data: RunData
}

/** Copies logs and output as they come. The kubelet keeps little of a long log, so it begins at once. */
export async function followRun(
  { observed, data }: FollowNeeds,
  run: KnownRun,
  { wake, left }: { wake(): void; left: AbortSignal },
): Promise<void> {
  const leave = observed.use()
  let changed = Promise.withResolvers<void>()
  const ignore = observed.onChange((key) => {
    if (key !== null && key !== run.key) return
    changed.resolve()
    changed = Promise.withResolvers<void>()
    wake()
  })
  const ending = Promise.withResolvers<void>()
  left.addEventListener('abort', () => ending.resolve(), { once: true })
  if (left.aborted) ending.resolve()
  try {
    await Promise.all([...run.members.map(follow), collect(), ending.promise])
  } finally {
    ignore()
    leave()
  }

  /** The state of its container, undefined before that is made. */
  function stateOf(member: Member) {
    const pod = podOf(observed.of(run.key), member)?.pod
    const state = pod && mainOf(pod)?.state
    return state?.waiting === undefined ? state : undefined
  }

  async function follow(member: Member): Promise<void> {
    while (!left.aborted) {
      const next = changed.promise
      const isRunning = stateOf(member)?.running !== undefined
      if (isRunning) {
        await member.log.follow(left).catch(() => undefined)
        wake()
      } else if ((await readEnd(member)) !== null) return
      const pause = sleep(isRunning ? logPauseMs : pauseMs, undefined, { signal: left, ref: false })
      await Promise.race([next, pause.catch(() => undefined)])
    }
  }

  async function collect(): Promise<void> {
    while (!left.aborted) {
      await sleep(collectMs, undefined, { signal: left, ref: false }).catch(() => undefined)
      // A failure is told by the last copy, before the end.
      if (!left.aborted && run.members.some(stateOf)) await data.collect(run).catch(() => undefined)
    }
  }
}
