import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { StartOptions } from '../port/executor.ts'
import type { Mount } from '../port/run-spec.ts'
import { createSharedFolder } from '../shared-folder/shared-folder.ts'
import type { KnownRun } from './runs.ts'

/** Brings a run's data to the pods, and what they write back. */
export interface RunData {
  /** Mounts with their sources as the nodes, or the volume claim, have them. */
  place(run: KnownRun, mounts: readonly Mount[], options: StartOptions): Promise<Mount[]>
  collect(run: KnownRun): Promise<void>
  forget(run: KnownRun): Promise<void>
}

type DataSettings = Pick<KubernetesSettings, 'storage' | 'sharedHere' | 'sharedThere'>

export function createRunData({ storage, sharedHere, sharedThere = '/' }: DataSettings): RunData {
  if (storage === 'fetched' || sharedHere === undefined) return nowhere
  const folder = createSharedFolder({ here: sharedHere, there: storage === 'claim' ? '/' : sharedThere })
  return {
    place: ({ key }, mounts, options) => folder.place(key, mounts, options),
    collect: ({ key }) => folder.collect(key),
    forget: ({ key }) => folder.forget(key),
  }
}

const nowhere: RunData = {
  place: async () => Promise.reject(new Error('the pool has no shared folder')),
  collect: async () => undefined,
  forget: async () => undefined,
}
