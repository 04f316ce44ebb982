import { rm } from 'node:fs/promises'
import type { Executor } from '../port/executor.ts'
import { machineAccelerators } from '../machine/accelerators.ts'
import { hostAddress, thisMachine } from '../machine/machine.ts'
import { readLogFile } from '../port/log-file.ts'
import { runOf } from '../port/run-status.ts'
import { sumOf } from '../port/usage.ts'
import type { RunHandle, RunStatus } from '../port/run-status.ts'
import { checkRun } from './check.ts'
import { connect, hostOf } from './engine.ts'
import { followRun } from './following.ts'
import { bringImage, factsOf } from './image.ts'
import { inspectContainer } from './inspect-container.ts'
import { memberStatus } from './member-status.ts'
import { removeContainer, removeNetwork } from './removal.ts'
import { createRuns, readEndFile } from './runs.ts'
import type { KnownRun, Member } from './runs.ts'
import { createStarter } from './starting.ts'
import { phaseOf } from './status.ts'
import { stopRun } from './stop-run.ts'
import { givesAccelerators } from './order.ts'
import { openTerminal } from './terminal.ts'
import { containerUsage } from './usage.ts'

const capabilities: Executor['capabilities'] = {
  images: true,
  environments: false,
  device: false,
  mounts: 'bind',
  enforces: { cpu: true, memory: true, processes: true },
  networks: ['bridge', 'none', 'host'],
  queues: false,
  addressesInstances: false,
  containsEscapes: true,
  numbersAccelerators: true,
  terminal: true,
  usage: true,
}

/** The engine's state is the truth; files below `root` identify the containers and store their exits. */
export function createContainerExecutor({ root, address }: { root: string; address: string }): Executor {
  const engine = connect(address)
  const runs = createRuns(engine, { root, address })
  const named = hostOf(address)
  const isHere = named === null || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(named)
  const host = named ?? hostAddress()
  const inspect = ({ container }: Member) => inspectContainer(engine, container)

  async function status(handle: RunHandle): Promise<RunStatus> {
    const run = await runs.read(handle)
    return runOf(handle, await Promise.all(run.members.map((member) => memberStatus(engine, { run, member, host }))))
  }

  async function forget(run: KnownRun): Promise<void> {
    await Promise.all(run.members.map(({ container }) => removeContainer(engine, container)))
    if (run.members.length > 1) await removeNetwork(engine, run.network)
    await rm(run.folder, { recursive: true, force: true })
    runs.forget(run)
  }

  const find = async (handle: RunHandle, instance: string): Promise<Member | undefined> =>
    (await runs.read(handle)).members.find(({ name }) => name === instance)

  return {
    kind: 'container',
    machine: isHere ? thisMachine : host,
    capabilities,
    status,
    check: (spec) => checkRun(engine, spec, address),
    bring: (image, options) => bringImage(engine, image, options),
    async imageDigest(handle) {
      const [first] = (await runs.read(handle)).members
      const image = first && (await inspect(first))?.Image
      return image === undefined ? null : ((await factsOf(engine, image))?.digest ?? image)
    },
    start: createStarter(engine, { runs, forget, address }),

    async capacity() {
      // Not cached: the caller wants to know whether the engine responds.
      const facts = await engine.readFacts()
      // Engines do not report available accelerators.
      const accelerators = isHere && givesAccelerators(facts) ? await machineAccelerators() : []
      return { cpu: facts.cpu, memoryBytes: facts.memoryBytes, accelerators }
    },

    list: async () => Promise.all((await runs.handles()).map(status)),
    logFile: runs.logFile,

    async logs(handle, instance, part) {
      const match = await find(handle, instance)
      let away: Error | undefined
      if (match && !match.log.isFollowed() && (await readEndFile(match)) === null) {
        await match.log.catchUpSoon().catch((error: Error) => (away = error))
      }
      const read = await readLogFile(runs.logFile(handle, instance), part)
      if (read === null && away !== undefined) throw away
      return read
    },

    async usage(handle) {
      const { members } = await runs.read(handle)
      return sumOf(await Promise.all(members.map(({ container }) => containerUsage(engine, container, isHere))))
    },

    async open(handle, instance, order) {
      const match = await find(handle, instance)
      if (!match) throw new Error(`${handle} has no instance ${instance}`)
      const inspection = await inspect(match)
      if (inspection === undefined || phaseOf(inspection) !== 'running') throw new Error(`${instance} is not running`)
      return openTerminal(engine, match.container, order)
    },

    adopt(handle, wake) {
      const left = new AbortController()
      void followRun(engine, runs.read(handle), { wake, left: left.signal })
      return () => left.abort()
    },

    stop: async (handle, { graceSeconds }) => stopRun(engine, await runs.read(handle), graceSeconds),

    async clean(handle) {
      const { phase, instances } = await status(handle)
      if (phase === 'running' || instances.some((one) => one.phase === 'running')) {
        throw new Error(`${handle} is still running`)
      }
      await forget(await runs.read(handle))
    },
  }
}
