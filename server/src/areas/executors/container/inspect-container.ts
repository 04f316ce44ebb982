import { setTimeout as sleep } from 'node:timers/promises'
import type Docker from 'dockerode'
import { type Engine, ifKnown, statusOf, messageOf } from './engine.ts'

const tries = 10
const pause = 50

/** Undefined for an unknown container. Podman fails when a container's process has just ended, so this retries. */
export async function inspectContainer(engine: Engine, name: string): Promise<Docker.ContainerInspectInfo | undefined> {
  for (let round = 1; ; round += 1) {
    try {
      return await ifKnown(engine.quick.getContainer(name).inspect())
    } catch (error) {
      if (round === tries || statusOf(error) !== 500 || !messageOf(error).includes('no such process')) throw error
    }
    await sleep(pause)
  }
}
