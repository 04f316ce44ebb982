import { setTimeout as sleep } from 'node:timers/promises'
import type Docker from 'dockerode'
import { phaseOf } from './status.ts'
import type { KnownRun, Member } from './runs.ts'

interface Following {
  read(): Promise<KnownRun>
  inspect(member: Member): Promise<Docker.ContainerInspectInfo | undefined>
  wake(): void
  left: AbortSignal
}

/** Milliseconds before a follow that broke off begins again. */
const pause = 500

/** Copies the logs of a run as they grow, until it is over or left. The end of a log says that asking is worth while. */
export async function followRun({ read, inspect, wake, left }: Following): Promise<void> {
  const run = await read().catch(() => null)
  await Promise.all((run?.members ?? []).map(follow))
  if (!left.aborted) wake()

  async function follow(member: Member): Promise<void> {
    while (!left.aborted) {
      // An engine that is away, or a container that is not there yet: the watcher's own looks tell of it.
      await member.log.follow(left).catch(() => {})
      if (left.aborted) return
      wake()
      const isOver = await inspect(member).then(
        (containerInspect) => containerInspect === undefined || phaseOf(containerInspect) === 'over',
        () => false,
      )
      if (isOver) return
      await sleep(pause, undefined, { signal: left, ref: false }).catch(() => {})
    }
  }
}
