import type { KubernetesClient } from './client/client.ts'
import type { Job, KubernetesObject, Pod } from './client/objects.ts'
import type { Paths } from './client/paths.ts'
import { watchObjects } from './client/watch.ts'
import { ownerLabel, runLabel } from './names.ts'

export interface ObservedPod {
  pod: Pod
  /** The API server has it no more; this is its last state. */
  isRemoved: boolean
}

interface ObservedRun {
  jobs: Map<string, Job>
  pods: Map<string, ObservedPod>
}

/** Milliseconds that a watch goes on without anybody who needs it. */
const idleMs = 60_000

export type Observed = ReturnType<typeof createObserved>

interface ObservedNeeds {
  client: KubernetesClient
  paths: Paths
  owner: () => Promise<string>
}

/** The Jobs and pods of this data folder as two watches tell them, from the first use on and while somebody uses them. */
export function createObserved({ client, paths, owner }: ObservedNeeds) {
  const runs = new Map<string, ObservedRun>()
  const listeners = new Set<(runKey: string | null) => void>()
  const silences: { jobs: unknown; pods: unknown } = { jobs: undefined, pods: undefined }
  const arrivals = new Set<() => void>()
  let users = 0
  let watching: AbortController | undefined
  let idle: NodeJS.Timeout | undefined

  const notify = (runKey: string | null) => {
    for (const listener of listeners) listener(runKey)
  }
  const keyOf = ({ metadata: { labels = {} } }: KubernetesObject) => labels[runLabel] ?? ''

  function runOf(runKey: string): ObservedRun {
    const run = runs.get(runKey) ?? { jobs: new Map(), pods: new Map() }
    runs.set(runKey, run)
    return run
  }

  function putJob(job: Job): void {
    runOf(keyOf(job)).jobs.set(job.metadata.name, job)
    notify(keyOf(job))
  }

  function putPod(pod: Pod, isRemoved = false): void {
    runOf(keyOf(pod)).pods.set(pod.metadata.uid, { pod, isRemoved })
    notify(keyOf(pod))
  }

  function removeJob(job: Job): void {
    runs.get(keyOf(job))?.jobs.delete(job.metadata.name)
    notify(keyOf(job))
  }

  const setAway = (of: 'jobs' | 'pods') => (error: unknown) => {
    const isChange = silences[of] !== error
    silences[of] = error
    for (const arrive of arrivals) arrive()
    if (isChange) notify(null)
  }

  function replaceJobs(items: Job[]): void {
    const uids = new Set(items.map(({ metadata: { uid } }) => uid))
    for (const { jobs } of runs.values())
      for (const job of jobs.values()) if (!uids.has(job.metadata.uid)) removeJob(job)
    for (const job of items) putJob(job)
  }

  function replacePods(items: Pod[]): void {
    const uids = new Set(items.map(({ metadata: { uid } }) => uid))
    for (const { pods } of runs.values())
      for (const { pod, isRemoved } of pods.values()) if (!isRemoved && !uids.has(pod.metadata.uid)) putPod(pod, true)
    for (const pod of items) putPod(pod)
  }

  async function watch(signal: AbortSignal): Promise<void> {
    const labelSelector = `${ownerLabel}=${await owner()}`
    const jobs = { replace: replaceJobs, put: putJob, remove: removeJob, away: setAway('jobs') }
    const pods = { replace: replacePods, put: putPod, remove: (pod: Pod) => putPod(pod, true), away: setAway('pods') }
    await Promise.all([
      watchObjects<Job>(client, { path: paths.jobs, labelSelector, signal }, jobs),
      watchObjects<Pod>(client, { path: paths.pods, labelSelector, signal }, pods),
    ])
  }

  function stopWatching(): void {
    watching?.abort()
    watching = undefined
    silences.jobs = undefined
    silences.pods = undefined
  }

  return {
    /** Watches until the returned function is called. */
    use(): () => void {
      users += 1
      clearTimeout(idle)
      if (watching === undefined) {
        watching = new AbortController()
        void watch(watching.signal).catch(setAway('jobs'))
      }
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        users -= 1
        if (users > 0) return
        idle = setTimeout(stopWatching, idleMs)
        idle.unref()
      }
    },

    /** Resolves once both watches have begun, or the API server is known to be away. Call after `use`. */
    async arrived(): Promise<void> {
      while (silences.jobs === undefined || silences.pods === undefined) {
        if (silences.jobs || silences.pods) return
        const arrival = Promise.withResolvers<void>()
        arrivals.add(arrival.resolve)
        await arrival.promise
        arrivals.delete(arrival.resolve)
      }
    },

    /** Why the API server does not respond. */
    silence: (): unknown => silences.jobs ?? silences.pods ?? undefined,

    /** Undefined while nothing is known of a run. */
    of: (runKey: string): ObservedRun | undefined => runs.get(runKey),
    keys: (): string[] => [...runs.keys()],
    putJob,
    /** What a list of one run says. */
    replaceRun(runKey: string, { jobs, pods }: { jobs: Job[]; pods: Pod[] }): void {
      const uids = new Set([...jobs, ...pods].map(({ metadata: { uid } }) => uid))
      const run = runOf(runKey)
      for (const job of run.jobs.values()) if (!uids.has(job.metadata.uid)) removeJob(job)
      for (const { pod } of run.pods.values()) if (!uids.has(pod.metadata.uid)) putPod(pod, true)
      for (const job of jobs) putJob(job)
      for (const pod of pods) putPod(pod)
    },
    forget: (runKey: string): void => void runs.delete(runKey),

    /** Null is any run. */
    onChange(listener: (runKey: string | null) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
