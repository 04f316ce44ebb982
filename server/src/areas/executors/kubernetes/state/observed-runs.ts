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

  function createKind<Item extends KubernetesObject>(
    store: (run: ObservedRun, item: Item, isRemoved: boolean) => void,
    currentOf: (run: ObservedRun) => Item[],
  ) {
    function change(item: Item, isRemoved: boolean): void {
      const key = item.metadata.labels?.[runLabel] ?? ''
      store(runOf(key), item, isRemoved)
      notify(key)
    }
    const put = (item: Item) => change(item, false)
    const remove = (item: Item) => change(item, true)

    /** What is not in a list is gone. */
    function replace(items: readonly Item[]): void {
      const uids = new Set(items.map(({ metadata: { uid } }) => uid))
      for (const item of [...runs.values()].flatMap(currentOf)) if (!uids.has(item.metadata.uid)) remove(item)
      for (const item of items) put(item)
    }

    return { put, remove, replace }
  }

  const jobs = createKind<Job>(
    (run, job, isRemoved) => (isRemoved ? run.jobs.delete(job.metadata.name) : run.jobs.set(job.metadata.name, job)),
    (run) => [...run.jobs.values()],
  )
  const pods = createKind<Pod>(
    (run, pod, isRemoved) => run.pods.set(pod.metadata.uid, { pod, isRemoved }),
    (run) => [...run.pods.values()].flatMap(({ pod, isRemoved }) => (isRemoved ? [] : [pod])),
  )

  return {
    jobs,
    pods,
    /** The watches may know of more by now, and know it better, than a list that was read beside them. */
    addMissing(runKey: string, listed: { jobs: Job[]; pods: Pod[] }): void {
      const run = runOf(runKey)
      for (const job of listed.jobs) if (!run.jobs.has(job.metadata.name)) jobs.put(job)
      for (const pod of listed.pods) if (!run.pods.has(pod.metadata.uid)) pods.put(pod)
    },
    /** Undefined while nothing is known of a run. */
    of: (runKey: string): ObservedRun | undefined => runs.get(runKey),
    all: (): ObservedRun[] => [...runs.values()],
    forget: (runKey: string): void => void runs.delete(runKey),
    notify,
    /** Null is any run. */
    onChange(listener: (runKey: string | null) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
