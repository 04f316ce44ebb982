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

const pause = 500

export async function followRun({ read, inspect, wake, left }: Following): Promise<void> {
  const run = await read().catch(() => null)
  await Promise.all((run?.members ?? []).map(follow))
  if (!left.aborted) wake()

  async function follow(member: Member): Promise<void> {
    while (!left.aborted) {
      // The watcher's own polling reports an unreachable engine or missing container.
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
