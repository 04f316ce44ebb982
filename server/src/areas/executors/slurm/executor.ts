import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import type { Text } from '@vermilion/contract/kernel/text'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import type { DeviceAccess } from '../device/access.ts'
import type { Executor } from '../port/executor.ts'
import { createKeyedMutex } from '#platform/mutex'
import { readLogFile, sizeOf } from '../port/log-file.ts'
import { instanceName } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { isOver } from '../port/run-status.ts'
import type { RunHandle, RunStatus } from '../port/run-status.ts'
import { StartRefused } from '../port/start-refused.ts'
import { createSharedFolder } from '../shared-folder/shared-folder.ts'
import { readCluster } from './cluster.ts'
import { SlurmRefused } from './connection/connection.ts'
import { connectSlurm } from './connection/connect.ts'
import { createFollower } from './following.ts'
import { localNameOf, readJobFiles, removeEnvironments } from './job-files.ts'
import { createJobQueue } from './job-queue.ts'
import { acceleratorProblem, capacityOf } from './nodes.ts'
import type { NodeSummary } from './nodes.ts'
import { createObserver } from './observation.ts'
import { readOwnId } from '#platform/own-id'
import { runProblems, settingsProblems } from './problems.ts'
import { createSlurmRuns } from './runs.ts'
import type { SlurmRun } from './runs.ts'
import { createStarter } from './starting.ts'
import { createStopper } from './stop-run.ts'
import { noPartition, refusalOf, submissionOf } from './submission.ts'
import { openTerminal } from './terminal.ts'

interface SlurmNeeds {
  root: string
  settings: SlurmSettings
  /** Where login nodes are. */
  devices?: DeviceAccess | undefined
}

/** In milliseconds. */
const nodesLifetime = 60_000
const collectEvery = 2_000
/** A look at a log follows upon that at its run: what has been copied since is enough. */
const copyEvery = 300

/** A run is one job; its files in the shared folder tell how its commands end, and Slurm's queue all before and around that. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSlurmExecutor({ root, settings, devices }: SlurmNeeds): Executor {
  const { configuration, loginDevice, restUrl, sharedHere, sharedThere = sharedHere } = settings
  const cluster = [restUrl ?? configuration ?? '', loginDevice ?? '', sharedHere].join(' ')
  const connection = connectSlurm(settings, devices)
  const shared = createSharedFolder({ here: sharedHere, there: sharedThere })
  let ownerId: Promise<string> | undefined
  const owner = () => (ownerId ??= readOwnId(join(root, 'owner-id')))
  const queue = createJobQueue(connection, owner)
  const runs = createSlurmRuns(root, cluster, shared)
  const parts = { connection, runs, queue }
  const observer = createObserver(parts)
  const { stop, cancelUnknown } = createStopper(parts, status)
  const copying = new Map<RunHandle, { copiedAt: number; collectedAt: number }>()
  const copyInTurn = createKeyedMutex()
  let nodesRead: { at: number; nodes: Promise<NodeSummary[]> } | undefined

  async function nodes(): Promise<readonly NodeSummary[]> {
    if (nodesRead === undefined || Date.now() - nodesRead.at > nodesLifetime) {
      const reading = connection.nodes(settings.partition)
      nodesRead = { at: Date.now(), nodes: reading }
      reading.catch(() => (nodesRead = undefined))
    }
    return nodesRead.nodes
  }

  async function copyBack(run: SlurmRun, isLast: boolean): Promise<void> {
    const entry = copying.get(run.handle) ?? { copiedAt: 0, collectedAt: 0 }
    copying.set(run.handle, entry)
    await copyInTurn(run.handle, async () => {
      if (!isLast && Date.now() - entry.copiedAt < copyEvery) return
      await runs.copyLogs(run)
      entry.copiedAt = Date.now()
      if (!isLast && Date.now() - entry.collectedAt < collectEvery) return
      await shared.collect(run.name)
      entry.collectedAt = Date.now()
    })
  }

  async function status(handle: RunHandle): Promise<RunStatus> {
    const run = await runs.read(handle)
    const end = await runs.readEnd(run)
    if (end !== null) return end
    const current = await observer.observe(run)
    if (run.instances.length === 0 || current.phase === 'queued' || current.isAway === true) return current
    await copyBack(run, isOver(current.phase))
    // A lost run may still be found, by a start that is repeated.
    if (current.phase !== 'ended') return current
    await runs.noteEnd(run, current)
    await removeEnvironments(run.here)
    return current
  }

  /** Output of other runs of the name stays. */
  async function forget(run: SlurmRun): Promise<void> {
    if (run.instances.length === 0) return
    await rm(run.here, { recursive: true, force: true })
    const others = await readdir(dirname(run.here)).catch(() => null)
    if (others === null || others.length === 0) await shared.forget(run.name)
    await runs.remove(run.handle)
    copying.delete(run.handle)
    observer.forget(run.handle)
  }

  async function problems(spec: RunSpec): Promise<Text[]> {
    const matches = [...runProblems(spec, settings).map(inBoth), ...(await settingsProblems(settings, connection))]
    if (matches.length > 0 || (spec.accelerators.count ?? 0) === 0) return matches
    const problem = acceleratorProblem(await nodes(), spec.accelerators)
    return problem === undefined ? [] : [inBoth(problem)]
  }

  async function check(spec: RunSpec): Promise<string[]> {
    const matches = await problems(spec)
    if (matches.length > 0) return matches.map(({ en }) => en)
    const order = { spec, settings, nodes: await nodes(), jobName: 'check', comment: '', folder: sharedThere }
    try {
      await connection.test(submissionOf(order))
      return []
    } catch (error) {
      if (!(error instanceof SlurmRefused)) throw error
      const refusal = refusalOf(error, settings)
      return [refusal instanceof Error ? refusal.message : String(refusal)]
    }
  }

  /** Changes with the logs, and with what the job writes of itself. */
  const follow = createFollower(async (handle) => {
    const run = await runs.read(handle)
    const { done, attempt, instances } = await readJobFiles(run.here)
    const sizes = run.instances.map((member) => sizeOf(join(run.here, `${localNameOf(member)}.log`)))
    const ends = [...instances.values()].map(({ exit }) => exit?.code ?? '')
    return JSON.stringify([done, attempt, ends, await Promise.all(sizes)])
  })

  return {
    kind: 'slurm',
    machine: `slurm ${cluster}`,
    get capabilities() {
      return capabilitiesOf(settings, connection.openTerminal !== undefined)
    },
    check,
    status,

    async capacity() {
      const [problem] = await settingsProblems(settings, connection)
      if (problem !== undefined) throw new StartRefused(problem)
      const now = await connection.nodes(settings.partition)
      nodesRead = { at: Date.now(), nodes: Promise.resolve(now) }
      if (now.length === 0 && settings.partition !== undefined) throw new StartRefused(sayInBoth(noPartition, settings))
      return capacityOf(now)
    },
    cluster: async () => readCluster(connection, settings, await owner()),

    start: createStarter({ ...parts, shared, settings, owner, nodes, problems, cancelUnknown, forget }),

    async list() {
      const planned = await runs.handles()
      const { jobs } = await queue.read()
      const unknown = [...jobs].flatMap(([handle, { state }]) =>
        planned.includes(handle) || !['PENDING', 'RUNNING'].includes(state) ? [] : [handle],
      )
      return Promise.all(
        [...planned, ...unknown].map(async (handle) => {
          const run = await runs.read(handle)
          return (await runs.readEnd(run)) ?? observer.observe(run)
        }),
      )
    },

    async logs(handle, instance, part) {
      const run = await runs.read(handle)
      if (run.instances.length > 0 && (await runs.readEnd(run)) === null) await copyBack(run, false)
      return readLogFile(runs.logFile(handle, instance), part)
    },
    logFile: runs.logFile,

    async open(handle, instance, order) {
      const run = await runs.read(handle)
      const member = run.instances.find((each) => instanceName(run.name, each) === instance)
      const { instances } = await status(handle)
      const now = instances.find(({ name }) => name === instance)
      const files = await readJobFiles(run.here)
      if (member === undefined || now?.phase !== 'running' || !now.node || files.jobId === null)
        throw new Error(`${instance} is not running`)
      const { node } = now
      const { attempt, jobId } = files
      const terminal = await openTerminal(connection, order, { jobId, node, attempt, member, folder: run.there })
      const isRunning = async () => (await status(handle)).phase === 'running'
      const unwatch = follow(handle, () => void isRunning().then((goesOn) => goesOn || terminal.kill()))
      void terminal.exit.then(unwatch)
      return terminal
    },

    adopt: follow,
    stop: (handle, { graceSeconds }) => stop(handle, graceSeconds),

    async clean(handle) {
      const { phase, isAway = false } = await status(handle)
      if (!isOver(phase) && !isAway) throw new Error(`${handle} is still running`)
      if (phase !== 'ended') await cancelUnknown(handle)
      await forget(await runs.read(handle))
    },
  }
}

const inBoth = (problem: string): Text => ({ en: problem, zh: problem })

function capabilitiesOf({ containers }: SlurmSettings, terminal: boolean): Executor['capabilities'] {
  return {
    images: containers !== 'none',
    environments: false,
    device: false,
    mounts: containers === 'none' ? 'relative' : 'bind',
    // Whether a cluster enforces what it gives out, its configuration says, which not every user may read.
    enforces: { cpu: false, memory: false, processes: false },
    networks: ['host'],
    queues: true,
    addressesInstances: true,
    containsEscapes: false,
    numbersAccelerators: true,
    terminal,
    usage: false,
  }
}
