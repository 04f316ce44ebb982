import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Executor } from '../executor.ts'
import { hostAddress, machineAccelerators, thisMachine } from '../machine.ts'
import { readLogFile } from '../log-file.ts'
import { runOf } from '../run-status.ts'
import { sumOf } from '../usage.ts'
import type { InstanceStatus, RunHandle, RunStatus } from '../run-status.ts'
import { checkRun } from './check.ts'
import { connect, hostOf, ifKnown, statusOf } from './engine.ts'
import { followRun } from './following.ts'
import { bringImage, factsOf } from './image.ts'
import { removeContainer, removeNetwork } from './removal.ts'
import { createRuns, endFile, noteKill, readEndFile, wasKilled } from './runs.ts'
import type { KnownRun, Member } from './runs.ts'
import { createStarter } from './starting.ts'
import { addressOf, exitOf, phaseOf, readEnd, timeOf } from './status.ts'
import { givesAccelerators } from './order.ts'
import { openTerminal } from './terminal.ts'
import { writeWhole } from './log.ts'
import { containerUsage } from './usage.ts'

/** Milliseconds between two looks at containers that are asked to end. */
const lookInterval = 50

/**
 * Runs commands in containers of an engine with Docker's API, one an instance. What the engine says is the truth; what is
 * kept below `root` finds the containers again, and holds how they ended once that is known.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createContainerExecutor({ root, address }: { root: string; address: string }): Executor {
  const engine = connect(address)
  const runs = createRuns(engine, { root, address })
  const named = hostOf(address)
  const isHere = named === null || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(named)
  const host = named ?? hostAddress()
  const inspect = ({ container }: Member) => ifKnown(engine.quick.getContainer(container).inspect())

  async function memberStatus(run: KnownRun, member: Member): Promise<InstanceStatus> {
    const { name, role, index } = member
    const instance = { name, role, index, restarts: 0, hostIp: host }
    const end = await readEndFile(member)
    if (end !== null) return { ...instance, phase: 'ended', ...readEnd(end) }
    const containerInspect = await inspect(member)
    const none = { startedAt: null, endedAt: null, exit: null, instanceIp: null }
    if (containerInspect === undefined) return { ...instance, phase: 'lost', ...none }
    const startedAt = timeOf(containerInspect.State.StartedAt)
    const instanceIp = addressOf(containerInspect) ?? (containerInspect.HostConfig.NetworkMode === 'host' ? host : null)
    if (phaseOf(containerInspect) !== 'over') return { ...instance, phase: 'running', ...none, startedAt, instanceIp }
    // The log is whole before anybody hears of the end.
    await member.log.catchUp()
    const facts = await engine.facts()
    const exit = exitOf(containerInspect, { facts, wasKilled: await wasKilled(run) })
    // Podman notes the beginning of a short command after its end.
    const endedAt = new Date(
      Math.max(Number(startedAt), Number(timeOf(containerInspect.State.FinishedAt) ?? new Date())),
    )
    const finished = { startedAt, endedAt, exit, instanceIp }
    await writeWhole(endFile(member), JSON.stringify(finished))
    return { ...instance, phase: 'ended', ...finished }
  }

  async function status(handle: RunHandle): Promise<RunStatus> {
    const run = await runs.read(handle)
    return runOf(handle, await Promise.all(run.members.map((member) => memberStatus(run, member))))
  }

  async function forget(run: KnownRun): Promise<void> {
    await Promise.all(run.members.map(({ container }) => removeContainer(engine, container)))
    if (run.members.length > 1) await removeNetwork(engine, run.network)
    await rm(run.folder, { recursive: true, force: true })
    runs.forget(run)
  }

  async function signal(run: KnownRun, name: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await Promise.all(
      run.members.map(async (member) => {
        const containerInspect = await inspect(member)
        if (containerInspect === undefined || phaseOf(containerInspect) === 'over') return
        if (phaseOf(containerInspect) === 'made') return removeContainer(engine, member.container)
        await engine.quick.getContainer(member.container).kill({ signal: name }).catch(ifOver)
      }),
    )
  }

  async function isOver(run: KnownRun): Promise<boolean> {
    const containerInspects = await Promise.all(run.members.map(inspect))
    return containerInspects.every((one) => one === undefined || phaseOf(one) === 'over')
  }

  async function member(handle: RunHandle, instance: string): Promise<Member> {
    const matchingMember = (await runs.read(handle)).members.find(({ name }) => name === instance)
    if (!matchingMember) throw new Error(`${handle} has no instance ${instance}`)
    return matchingMember
  }

  return {
    kind: 'container',
    machine: isHere ? thisMachine : host,
    capabilities: {
      images: true,
      mounts: 'bind',
      limits: { cpu: 'enforced', memory: 'enforced', processes: 'enforced' },
      networks: ['bridge', 'none', 'host'],
      containsEscapes: true,
      numbersAccelerators: true,
      terminal: true,
      usage: true,
      survivesServerRestart: true,
    },
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
      // Asked again each time: whoever asks wants to know whether the engine is there.
      const facts = await engine.look()
      // Engines tell nothing of the accelerators that they can give out.
      const accelerators = isHere && givesAccelerators(facts) ? await machineAccelerators() : []
      return { cpu: facts.cpu, memoryBytes: facts.memoryBytes, accelerators }
    },

    list: async () => Promise.all((await runs.handles()).map(status)),
    logFile: runs.logFile,

    async logs(handle, instance, part) {
      const matchingMember = (await runs.read(handle)).members.find(({ name }) => name === instance)
      let away: Error | undefined
      if (matchingMember && !matchingMember.log.isFollowed() && (await readEndFile(matchingMember)) === null) {
        // What was copied before the engine was gone can still be read.
        await matchingMember.log.catchUpSoon().catch((error: Error) => (away = error))
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
      const matchingMember = await member(handle, instance)
      const inspection = await inspect(matchingMember)
      if (inspection === undefined || phaseOf(inspection) !== 'running') throw new Error(`${instance} is not running`)
      return openTerminal(engine, matchingMember.container, order)
    },

    adopt(handle, wake) {
      const left = new AbortController()
      void followRun({ read: () => runs.read(handle), inspect, wake, left: left.signal })
      return () => left.abort()
    },

    async stop(handle, { graceSeconds }) {
      const run = await runs.read(handle)
      await signal(run, 'SIGTERM')
      const deadline = Date.now() + graceSeconds * 1_000
      while (!(await isOver(run)) && Date.now() < deadline) await sleep(lookInterval)
      if (await isOver(run)) return
      await noteKill(run)
      // An instance may only just have begun, so it is tried again until nothing is left.
      while (!(await isOver(run))) {
        await signal(run, 'SIGKILL')
        await sleep(lookInterval)
      }
    },

    async clean(handle) {
      const { phase, instances } = await status(handle)
      if (phase === 'running' || instances.some((one) => one.phase === 'running')) {
        throw new Error(`${handle} is still running`)
      }
      await forget(await runs.read(handle))
    },
  }
}

/** Docker answers 409 and Podman 500 for a container that ended meanwhile; the next look tells whether it did. */
function ifOver(error: unknown): void {
  if (![404, 409, 500].includes(statusOf(error) ?? 0)) throw error
}
