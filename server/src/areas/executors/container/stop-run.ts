import { setTimeout as sleep } from 'node:timers/promises'
import { statusOf } from './engine.ts'
import type { Engine } from './engine.ts'
import { inspectContainer } from './inspect-container.ts'
import { removeContainer } from './removal.ts'
import { noteKill } from './runs.ts'
import type { KnownRun } from './runs.ts'
import { phaseOf } from './status.ts'

const pollIntervalMs = 50

async function signal(engine: Engine, run: KnownRun, name: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await Promise.all(
    run.members.map(async (member) => {
      const container = await inspectContainer(engine, member.container)
      if (container === undefined || phaseOf(container) === 'over') return
      if (phaseOf(container) === 'made') return removeContainer(engine, member.container)
      await engine.quick.getContainer(member.container).kill({ signal: name }).catch(ifOver)
    }),
  )
}

async function isOver(engine: Engine, run: KnownRun): Promise<boolean> {
  const containers = await Promise.all(run.members.map((member) => inspectContainer(engine, member.container)))
  return containers.every((one) => one === undefined || phaseOf(one) === 'over')
}

export async function stopRun(engine: Engine, run: KnownRun, graceSeconds: number): Promise<void> {
  await signal(engine, run, 'SIGTERM')
  const deadline = Date.now() + graceSeconds * 1_000
  while (!(await isOver(engine, run)) && Date.now() < deadline) await sleep(pollIntervalMs)
  if (await isOver(engine, run)) return
  await noteKill(run)
  // Repeat, since an instance may have just started.
  while (!(await isOver(engine, run))) {
    await signal(engine, run, 'SIGKILL')
    await sleep(pollIntervalMs)
  }
}

/** Docker responds 409 and Podman 500 for an ended container; the next check tells. */
function ifOver(error: unknown): void {
  if (![404, 409, 500].includes(statusOf(error) ?? 0)) throw error
}
