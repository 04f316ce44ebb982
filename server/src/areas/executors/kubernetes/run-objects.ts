import type { KubernetesClient } from './client/client.ts'
import { isStatus, unlessStatus } from './client/failure.ts'
import type { jobOf } from './job/job.ts'
import type { Job, ObjectList, Pod } from './client/objects.ts'
import { handleAnnotation, ownerLabel, runLabel } from './names.ts'
import type { Observed } from './state/observed.ts'
import { StartRefused } from '../port/start-refused.ts'

interface RunObjectNeeds {
  client: KubernetesClient
  observed: Observed
}
export type RunObjects = ReturnType<typeof createRunObjects>

/** Calls about the Jobs and pods of one run, whose key labels them. */
export function createRunObjects({ client, observed }: RunObjectNeeds) {
  async function list<Item>(path: string, key: string): Promise<Item[]> {
    const order = { query: { labelSelector: `${runLabel}=${key}` } }
    return (await client.call<ObjectList<Item>>('GET', path, order)).items
  }

  const unlessGone = (...order: Parameters<KubernetesClient['call']>) => unlessStatus(404, client.call(...order))

  const removeJob = (name: string) =>
    unlessGone('DELETE', client.paths.job(name), { query: { propagationPolicy: 'Background' } })

  return {
    removeJob,

    async removeJobs(key: string): Promise<void> {
      const jobs = await list<Job>(client.paths.jobs, key)
      await Promise.all(jobs.map(({ metadata: { name } }) => removeJob(name)))
    },

    async relist(key: string): Promise<void> {
      const [jobs, pods] = await Promise.all([list<Job>(client.paths.jobs, key), list<Pod>(client.paths.pods, key)])
      observed.addMissing(key, { jobs, pods })
    },

    /** One that is there already is that of an interrupted start. */
    async createJob(job: ReturnType<typeof jobOf>) {
      const { name, labels, annotations } = job.metadata
      try {
        observed.jobs.put(await client.call<Job>('POST', client.paths.jobs, { body: job }))
      } catch (error) {
        if (!isStatus(error, 409)) throw error
        const match = await client.call<Job>('GET', client.paths.job(name))
        const isOurs =
          match.metadata.labels?.[ownerLabel] === labels[ownerLabel] &&
          match.metadata.annotations?.[handleAnnotation] === annotations[handleAnnotation]
        if (!isOurs) throw new StartRefused(notOurs(name))
        observed.jobs.put(match)
      }
    },

    patchPod: (name: string, patch: object) => unlessGone('PATCH', client.paths.pod(name), { body: patch }),

    /** The node is asked, and its response awaited: a removal without grace would forget what may still run. */
    removePod: (name: string) => unlessGone('DELETE', client.paths.pod(name), { query: { gracePeriodSeconds: 1 } }),
  }
}

const notOurs = (name: string) => ({
  en: `the namespace has a Job ${name} that is not of this server. Delete it: kubectl delete job ${name}`,
  zh: `命名空间中已有不属于本服务器的 Job ${name}。请删除：kubectl delete job ${name}`,
})
