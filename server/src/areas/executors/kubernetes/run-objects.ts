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
  const query = (key: string) => ({ labelSelector: `${runLabel}=${key}` })

  async function removeJobs(key: string): Promise<void> {
    const { items } = await client.call<ObjectList<Job>>('GET', client.paths.jobs, { query: query(key) })
    await Promise.all(items.map(({ metadata: { name } }) => removeJob(name)))
  }

  async function removeJob(name: string): Promise<void> {
    const order = { query: { propagationPolicy: 'Background' } }
    await unlessStatus(404, client.call('DELETE', client.paths.job(name), order))
  }

  return {
    removeJobs,
    removeJob,

    async relist(key: string): Promise<void> {
      const [jobs, pods] = await Promise.all([
        client.call<ObjectList<Job>>('GET', client.paths.jobs, { query: query(key) }),
        client.call<ObjectList<Pod>>('GET', client.paths.pods, { query: query(key) }),
      ])
      observed.replaceRun(key, { jobs: jobs.items, pods: pods.items })
    },

    /** One that is there already is that of an interrupted start. */
    async createJob(job: ReturnType<typeof jobOf>) {
      const { name, labels, annotations } = job.metadata
      try {
        observed.putJob(await client.call<Job>('POST', client.paths.jobs, { body: job }))
      } catch (error) {
        if (!isStatus(error, 409)) throw error
        const match = await client.call<Job>('GET', client.paths.job(name))
        const isOurs =
          match.metadata.labels?.[ownerLabel] === labels[ownerLabel] &&
          match.metadata.annotations?.[handleAnnotation] === annotations[handleAnnotation]
        if (!isOurs) throw new StartRefused(notOurs(name))
        observed.putJob(match)
      }
    },

    patchPod: async (name: string, patch: object): Promise<void> =>
      void (await unlessStatus(404, client.call('PATCH', client.paths.pod(name), { body: patch }))),

    /** The node is asked, and its response awaited: a removal without grace would forget what may still run. */
    removePod: async (name: string): Promise<void> =>
      void (await unlessStatus(
        404,
        client.call('DELETE', client.paths.pod(name), { query: { gracePeriodSeconds: 1 } }),
      )),
  }
}

const notOurs = (name: string) => ({
  en: `the namespace has a Job ${name} that is not of this server. Delete it: kubectl delete job ${name}`,
  zh: `命名空间中已有不属于本服务器的 Job ${name}。请删除：kubectl delete job ${name}`,
})
