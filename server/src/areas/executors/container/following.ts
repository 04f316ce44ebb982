import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engine.ts'
import { inspectContainer } from './inspect-container.ts'
import { phaseOf } from './status.ts'
import type { KnownRun, Member } from './runs.ts'

const pause = 500

export async function followRun(
  engine: Engine,
  reading: Promise<KnownRun>,
  { wake, left }: { wake(): void; left: AbortSignal },
): Promise<void> {
  const run = await reading.catch(() => null)
  await Promise.all((run?.members ?? []).map(follow))
  if (!left.aborted) wake()

  async function follow(member: Member): Promise<void> {
    while (!left.aborted) {
      // The watcher's own polling reports an unreachable engine or missing container.
      await member.log.follow(left).catch(() => {})
      if (left.aborted) return
      wake()
      const isOver = await inspectContainer(engine, member.container).then(
        (containerInspect) => containerInspect === undefined || phaseOf(containerInspect) === 'over',
        () => false,
      )
      if (isOver) return
      await sleep(pause, undefined, { signal: left, ref: false }).catch(() => {})
    }
  }
}
