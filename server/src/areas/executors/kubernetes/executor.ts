import { join } from 'node:path'
import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { FetchedData } from '../fetched-data/fetched-data.ts'
import type { Executor } from '../port/executor.ts'
import { readLogFile } from '../port/log-file.ts'
import { runOf } from '../port/run-status.ts'
import type { InstanceStatus, RunHandle, RunStatus } from '../port/run-status.ts'
import { readCapacity } from './capacity.ts'
import { checkSpec } from './check.ts'
import { createClient } from './client/client.ts'
import { readCluster } from './cluster.ts'
import { ClusterAway, KubernetesFailure } from './client/failure.ts'
import { readKubeconfig, readPodAccess } from './client/kubeconfig.ts'
import { mainOf } from './state/conditions.ts'
import { createEvents } from './state/events.ts'
import { followRun } from './following.ts'
import { currentStatus, memberStatus } from './state/member-status.ts'
import { readOwnId } from '#platform/own-id'
import { handleAnnotation } from './names.ts'
import { createObserved } from './state/observed.ts'
import { podOf } from './state/pods.ts'
import { reactToPods } from './reactions.ts'
import { createRightsCheck } from './rights.ts'
import { createRunData } from './run-data.ts'
import { createRunObjects } from './run-objects.ts'
import { createRuns, readEnd } from './runs.ts'
import type { KnownRun, Member } from './runs.ts'
import { createStarter } from './starting.ts'
import { stopRun } from './stop-run.ts'
import { openTerminal } from './terminal.ts'

const capabilities: Executor['capabilities'] = {
  images: true,
  environments: false,
  device: false,
  mounts: 'bind',
  enforces: { cpu: true, memory: true, processes: false },
  networks: ['bridge'],
  queues: true,
  addressesInstances: true,
  containsEscapes: true,
  numbersAccelerators: false,
  terminal: true,
  usage: false,
}

interface KubernetesNeeds {
  root: string
  settings: KubernetesSettings
  fetchedData?: FetchedData | undefined
}

/** The cluster's state is the truth, as two watches tell it; files below `root` identify the Jobs and store their ends. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createKubernetesExecutor({ root, settings, fetchedData }: KubernetesNeeds): Executor {
  const { namespace } = settings
  const location = locationOf(settings)
  const client = createClient(async () => accessOf(settings), namespace)
  let existingOwner: Promise<string> | undefined
  const owner = () => (existingOwner ??= readOwnId(join(root, 'owner-id')))
  const observed = createObserved({ client, owner })
  const objects = createRunObjects({ client, observed })
  const runs = createRuns({ root, location, client, observed, owner })
  const data = createRunData(settings, fetchedData)
  const events = createEvents({ client })
  const checkRights = createRightsCheck(client, namespace)
  const memberNeeds = { observed, events, data, relist: ({ key }: KnownRun) => objects.relist(key) }
  reactToPods({ observed, objects, runs })

  async function status(handle: RunHandle): Promise<RunStatus> {
    const run = await runs.read(handle)
    const ends = await Promise.all(run.members.map(readEnd))
    if (ends.every((end) => end !== null)) return runOf(handle, await statusesOf(run))
    const leave = observed.use()
    try {
      await observed.arrived()
      if (observed.silence()) return { ...(await lastStatus(run)), isAway: true }
      return runOf(handle, await statusesOf(run))
    } catch (error) {
      if (error instanceof ClusterAway) return { ...(await lastStatus(run)), isAway: true }
      throw error
    } finally {
      leave()
    }
  }

  const statusesOf = (run: KnownRun): Promise<InstanceStatus[]> =>
    Promise.all(run.members.map((member) => memberStatus(memberNeeds, run, member)))

  async function lastStatus(run: KnownRun): Promise<RunStatus> {
    const instances = run.members.map((member) => currentStatus(memberNeeds, run, member))
    return runOf(run.handle, await Promise.all(instances))
  }

  async function podsOf(handle: RunHandle, instance: string) {
    const run = await runs.read(handle)
    const member = run.members.find(({ name }) => name === instance)
    if (member === undefined) throw new Error(`${handle} has no instance ${instance}`)
    const leave = observed.use()
    await observed.arrived().finally(leave)
    return { member, pod: podOf(observed.of(run.key), member) }
  }

  return {
    kind: 'kubernetes',
    machine: `kubernetes ${location}`,
    capabilities,
    status,
    check: (spec) => checkSpec(settings, spec),
    start: createStarter({ client, settings, runs, objects, observed, data, owner }),
    logFile: runs.logFile,

    async capacity() {
      await checkRights()
      return readCapacity(client)
    },
    cluster: async () => readCluster(client, await owner()),

    async imageDigest(handle) {
      const run = await runs.read(handle)
      const pods = run.members.flatMap((member) => podOf(observed.of(run.key), member)?.pod ?? [])
      return /sha256:[0-9a-f]{64}$/.exec((pods[0] && mainOf(pods[0])?.imageID) ?? '')?.[0] ?? null
    },

    async list() {
      const planned = await runs.handles()
      const leave = observed.use()
      await observed.arrived().finally(leave)
      const jobs = observed.all().flatMap((run) => [...run.jobs.values()])
      const handles = new Set([
        ...planned,
        ...jobs.flatMap((job) => job.metadata.annotations?.[handleAnnotation] ?? []),
      ])
      // Runs of another pool of the namespace are among them, whose ends and logs are not to be taken from here.
      return Promise.all([...handles].map(async (handle) => lastStatus(await runs.read(handle))))
    },

    async logs(handle, instance, part) {
      const { member, pod } = await podsOf(handle, instance).catch(() => ({ member: undefined, pod: undefined }))
      let away: Error | undefined
      const state = pod && mainOf(pod.pod)?.state
      const hasBegun = state?.running !== undefined || state?.terminated !== undefined
      if (hasBegun && member && !member.log.isFollowed() && (await readEnd(member)) === null)
        await member.log.catchUpSoon().catch((error: Error) => (away = error))
      const read = await readLogFile(runs.logFile(handle, instance), part)
      if (read === null && away !== undefined) throw away
      return read
    },

    async open(handle, instance, order) {
      const { pod } = await podsOf(handle, instance)
      const state = pod && mainOf(pod.pod)?.state
      const isOver = pod === undefined || pod.isRemoved || state?.terminated !== undefined
      const notRunning = new Error(`${instance} is not running`)
      if (isOver) throw notRunning
      return openTerminal(client, client.paths.exec(pod.pod.metadata.name), order).catch((error: unknown) => {
        // The cluster tells of a start later than the container writes its log.
        throw state?.running === undefined && error instanceof KubernetesFailure ? notRunning : error
      })
    },

    adopt(handle, wake) {
      const left = new AbortController()
      void runs
        .read(handle)
        .then((run) => followRun({ observed, data }, run, { wake, left: left.signal }))
        .catch(() => undefined)
      return () => left.abort()
    },

    async stop(handle, { graceSeconds }) {
      const statusOf = (run: KnownRun, member: Member) => memberStatus(memberNeeds, run, member)
      await stopRun({ observed, objects, statusOf }, await runs.read(handle), graceSeconds)
    },

    async clean(handle) {
      const { phase, isAway } = await status(handle)
      if (isAway) throw observed.silence() ?? new Error(`the cluster of ${handle} does not answer`)
      if (phase !== 'ended' && phase !== 'lost') throw new Error(`${handle} is still running`)
      const run = await runs.read(handle)
      await objects.removeJobs(run.key)
      await data.forget(run)
      await runs.remove(run)
    },
  }
}

const accessOf = (settings: KubernetesSettings) =>
  settings.connection === 'in-cluster' ? readPodAccess() : readKubeconfig(settings.kubeconfig ?? '', settings.context)

/** A kubeconfig that cannot be used fails on use only, so that one pool cannot break others. */
function locationOf(settings: KubernetesSettings): string {
  if (settings.connection === 'in-cluster') return `in-cluster/${settings.namespace}`
  try {
    return `${readKubeconfig(settings.kubeconfig ?? '', settings.context).server}/${settings.namespace}`
  } catch {
    return `unusable/${settings.namespace}`
  }
}
