import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { FetchedData } from '../fetched-data/fetched-data.ts'
import type { StartOptions } from '../port/executor.ts'
import type { Mount } from '../port/run-spec.ts'
import { createSharedFolder } from '../shared-folder/shared-folder.ts'
import type { Pod } from './client/objects.ts'
import { fetchingOf, instanceOf, senderOf } from './job/fetching.ts'
import { volumesOf } from './job/volumes.ts'
import type { PodParts } from './job/volumes.ts'
import type { KnownRun, Member } from './runs.ts'

/** Brings a run's data to its pods, and what they write back. A way that needs containers of its own adds them to the pods. */
export interface RunData {
  place(run: KnownRun, mounts: readonly Mount[], options: StartOptions): Promise<(role: string) => PodParts>
  collect(run: KnownRun): Promise<void>
  /** Says how much the pods of a run have fetched, such as `12 / 300 MiB`. */
  fetched?(run: KnownRun): string
  /** False while results of an instance whose command has ended are on their way. */
  hasArrived(run: KnownRun, member: Member, pod: Pod): Promise<boolean>
  forget(run: KnownRun): Promise<void>
}

export function createRunData(settings: KubernetesSettings, fetchedData: FetchedData | undefined): RunData {
  const { storage, sharedHere, sharedThere = '/' } = settings
  if (storage === 'fetched') return fetchedData === undefined ? nowhere : createFetchedRunData(settings, fetchedData)
  if (sharedHere === undefined) return nowhere
  const folder = createSharedFolder({ here: sharedHere, there: storage === 'claim' ? '/' : sharedThere })
  return {
    async place({ key }, mounts, options) {
      const parts = volumesOf(await folder.place(key, mounts, options), settings)
      return () => parts
    },
    collect: ({ key }) => folder.collect(key),
    hasArrived: async () => true,
    forget: ({ key }) => folder.forget(key),
  }
}

const mebibytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)

function createFetchedRunData(settings: KubernetesSettings, fetchedData: FetchedData): RunData {
  return {
    async place({ handle, members }, mounts, { signal }) {
      const prepared = await fetchedData.prepare(handle, mounts, signal)
      const [first] = members
      const main = first === undefined ? '' : instanceOf(first)
      return (role) => fetchingOf({ settings, prepared, mounts, role, main, instances: members.length })
    },
    collect: async () => undefined,
    fetched({ handle }) {
      const progress = fetchedData.progressOf(handle)
      return progress === null ? '0 MiB' : `${mebibytes(progress.done)} / ${mebibytes(progress.total)} MiB`
    },
    async hasArrived({ handle }, member, pod) {
      const instance = instanceOf(member)
      if (await fetchedData.hasSent(handle, instance)) return true
      await fetchedData.end(handle, instance)
      // What a sender that has ended did not send never comes.
      return senderOf(pod)?.state?.running === undefined
    },
    forget: ({ handle }) => fetchedData.forget(handle),
  }
}

const nowhere: RunData = {
  place: async () => Promise.reject(new Error('the pool has no shared folder')),
  collect: async () => undefined,
  hasArrived: async () => true,
  forget: async () => undefined,
}
