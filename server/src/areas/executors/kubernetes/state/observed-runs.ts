import type { Job, KubernetesObject, Pod } from '../client/objects.ts'
import { runLabel } from '../names.ts'

export interface ObservedPod {
  pod: Pod
  /** The API server has it no more; this is its last state. */
  isRemoved: boolean
}

export interface ObservedRun {
  jobs: Map<string, Job>
  pods: Map<string, ObservedPod>
}

const keyOf = ({ metadata: { labels = {} } }: KubernetesObject) => labels[runLabel] ?? ''

const uidsOf = (items: readonly KubernetesObject[]) => new Set(items.map(({ metadata: { uid } }) => uid))

/** Jobs and pods by run, as last told. Pods that were removed stay until their run is forgotten. */
export function createObservedRuns() {
  const runs = new Map<string, ObservedRun>()
  const listeners = new Set<(runKey: string | null) => void>()

  function notify(runKey: string | null): void {
    for (const listener of listeners) listener(runKey)
  }

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

  function replaceJobs(items: readonly Job[], of: Iterable<ObservedRun>): void {
    const uids = uidsOf(items)
    for (const { jobs } of of) for (const job of jobs.values()) if (!uids.has(job.metadata.uid)) removeJob(job)
    for (const job of items) putJob(job)
  }

  function replacePods(items: readonly Pod[], of: Iterable<ObservedRun>): void {
    const uids = uidsOf(items)
    for (const { pods } of of)
      for (const { pod, isRemoved } of pods.values()) if (!isRemoved && !uids.has(pod.metadata.uid)) putPod(pod, true)
    for (const pod of items) putPod(pod)
  }

  return {
    putJob,
    putPod,
    removeJob,
    /** What is not in a list is gone. */
    replaceJobs: (items: readonly Job[]): void => replaceJobs(items, runs.values()),
    replacePods: (items: readonly Pod[]): void => replacePods(items, runs.values()),
    replaceRun(runKey: string, { jobs, pods }: { jobs: Job[]; pods: Pod[] }): void {
      replaceJobs(jobs, [runOf(runKey)])
      replacePods(pods, [runOf(runKey)])
    },
    /** Undefined while nothing is known of a run. */
    of: (runKey: string): ObservedRun | undefined => runs.get(runKey),
    keys: (): string[] => [...runs.keys()],
    forget: (runKey: string): void => void runs.delete(runKey),
    notify,
    /** Null is any run. */
    onChange(listener: (runKey: string | null) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
