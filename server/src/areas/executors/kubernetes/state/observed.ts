import type { KubernetesClient } from '../client/client.ts'
import type { Job, Pod } from '../client/objects.ts'
import { watchObjects } from '../client/watch.ts'
import { ownerLabel } from '../names.ts'
import { createObservedRuns } from './observed-runs.ts'

/** Milliseconds that a watch goes on without anybody who needs it. */
const idleMs = 60_000

export type Observed = ReturnType<typeof createObserved>

interface ObservedNeeds {
  client: KubernetesClient
  owner: () => Promise<string>
}

/** The Jobs and pods of this data folder as two watches tell them, from the first use on and while somebody uses them. */
export function createObserved({ client, owner }: ObservedNeeds) {
  const runs = createObservedRuns()
  /** Null when it responds, undefined when nothing is known yet. */
  const silences: Record<'jobs' | 'pods', Error | null | undefined> = { jobs: undefined, pods: undefined }
  let users = 0
  let watching: AbortController | undefined
  let idle: NodeJS.Timeout | undefined

  const setAway = (of: 'jobs' | 'pods') => (error: Error | null) => {
    if (silences[of] === error) return
    silences[of] = error
    runs.notify(null)
  }

  async function watch(signal: AbortSignal): Promise<void> {
    const labelSelector = `${ownerLabel}=${await owner()}`
    const jobs = { ...runs.jobs, away: setAway('jobs') }
    const pods = { ...runs.pods, away: setAway('pods') }
    await Promise.all([
      watchObjects<Job>(client, { path: client.paths.jobs, labelSelector, signal }, jobs),
      watchObjects<Pod>(client, { path: client.paths.pods, labelSelector, signal }, pods),
    ])
  }

  function stopWatching(): void {
    watching?.abort()
    watching = undefined
    silences.jobs = undefined
    silences.pods = undefined
  }

  return {
    ...runs,

    /** Watches until the returned function is called. */
    use(): () => void {
      users += 1
      clearTimeout(idle)
      if (watching === undefined) {
        watching = new AbortController()
        void watch(watching.signal).catch(setAway('jobs'))
      }
      return () => {
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
        const { promise, resolve } = Promise.withResolvers<unknown>()
        const ignore = runs.onChange(resolve)
        await promise.finally(ignore)
      }
    },

    /** Why the API server does not respond. */
    silence: (): Error | null => silences.jobs ?? silences.pods ?? null,
  }
}
