import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { StartOptions } from '../port/executor.ts'
import type { Mount } from '../port/run-spec.ts'
import { createSharedFolder } from '../shared-folder/shared-folder.ts'
import { volumesOf } from './job/volumes.ts'
import type { PodParts } from './job/volumes.ts'
import type { KnownRun } from './runs.ts'

/** Brings a run's data to its pods, and what they write back. A way that needs containers of its own adds them to the pods. */
export interface RunData {
  place(run: KnownRun, mounts: readonly Mount[], options: StartOptions): Promise<PodParts>
  collect(run: KnownRun): Promise<void>
  forget(run: KnownRun): Promise<void>
}

type DataSettings = Pick<KubernetesSettings, 'storage' | 'sharedHere' | 'sharedThere' | 'claim'>

export function createRunData(settings: DataSettings): RunData {
  const { storage, sharedHere, sharedThere = '/' } = settings
  if (sharedHere === undefined) return nowhere
  const folder = createSharedFolder({ here: sharedHere, there: storage === 'claim' ? '/' : sharedThere })
  return {
    place: async ({ key }, mounts, options) => volumesOf(await folder.place(key, mounts, options), settings),
    collect: ({ key }) => folder.collect(key),
    forget: ({ key }) => folder.forget(key),
  }
}

const nowhere: RunData = {
  place: async () => Promise.reject(new Error('the pool has no shared folder')),
  collect: async () => undefined,
  forget: async () => undefined,
}
