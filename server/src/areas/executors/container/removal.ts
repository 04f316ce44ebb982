import { setTimeout as sleep } from 'node:timers/promises'
import { ifKnown, statusOf } from './engine.ts'
import type { Engine } from './engine.ts'
import { inspectContainer } from './inspect-container.ts'

const tries = 50

export async function removeContainer(engine: Engine, name: string): Promise<void> {
  const container = engine.quick.getContainer(name)
  for (let round = 1; ; round += 1) {
    try {
      await ifKnown(container.remove({ force: true, v: true }))
    } catch (error) {
      if (round === tries || (statusOf(error) !== 409 && statusOf(error) !== 500)) throw error
    }
    if ((await inspectContainer(engine, name)) === undefined) return
    await sleep(100)
  }
}

export async function removeNetwork(engine: Engine, name: string): Promise<void> {
  await ifKnown(engine.quick.getNetwork(name).remove())
}
