import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handleAnnotation, ownerLabel, pathsIn, runLabel } from '../../executors/testing/kubernetes-cluster.ts'
import type { Job, KubernetesObject, ObjectList, Pod } from '../../executors/testing/kubernetes-cluster.ts'
import { clusterFor, skippedWithoutCluster } from '../../executors/testing/expected-cluster.ts'
import { runTasksUnderKills } from '../testing/cluster-under-kills.ts'
import { makePlace } from '../testing/kubernetes-pool.ts'

const cluster = await clusterFor()

describe.skipIf(cluster === null)(`tasks on Kubernetes under kills${skippedWithoutCluster()}`, () => {
  if (cluster === null) return
  const { client, image } = cluster

  test('R4.12 R8.07 each runs exactly once, though the server is killed 20 times', async () => {
    const location = await makePlace(cluster)
    const { namespace, folder, files, environment, settings } = location
    const paths = pathsIn(namespace)
    const container = { name: 'main', image, command: ['/bin/sleep', '3600'] }
    const pod = { restartPolicy: 'Never', containers: [container], terminationGracePeriodSeconds: 0 }
    const submit = async (name: string, labels: object, annotations: object) => {
      const body = { metadata: { name, labels, annotations }, spec: { template: { metadata: { labels }, spec: pod } } }
      await client.call('POST', paths.jobs, { body })
    }
    await submit('somebody-else', {}, {})
    const labels = { [ownerLabel]: '0123456789abcdef', [runLabel]: '0123456789ab' }
    await submit('another-server', labels, { [handleAnnotation]: 'another/run-0' })
    const others = ['another-server', 'somebody-else']
    const podTemplate = JSON.stringify(await journalTemplate(namespace, folder))
    try {
      await runTasksUnderKills({
        environment,
        files,
        pool: { executor: 'kubernetes', settings: { ...settings, podTemplate } },
        journal: { there: '/journal/journal', here: join(folder, 'journal') },
        addImage: location.addImage,
        async leftBehind() {
          const kinds = [paths.jobs, paths.pods, `/api/v1/namespaces/${namespace}/services`]
          const lists = await Promise.all(kinds.map((path) => client.call<ObjectList<KubernetesObject>>('GET', path)))
          const names = lists.flatMap(({ items }) => items.map(({ metadata: { name } }) => name))
          return names.filter((name) => !others.some((other) => name.startsWith(other)))
        },
      })
      const jobs = await client.call<ObjectList<Job>>('GET', paths.jobs)
      expect(jobs.items.map(({ metadata: { name } }) => name).toSorted()).toEqual(others)
      const pods = await client.call<ObjectList<Pod>>('GET', paths.pods)
      expect(pods.items.map(({ status }) => status?.phase)).toEqual(['Running', 'Running'])
    } finally {
      await client.call('DELETE', `/api/v1/persistentvolumes/${namespace}`).catch(() => undefined)
      await location.close()
    }
  })

  /** A volume of the pods in which tasks write down what they do, and which the test sees as a folder. */
  async function journalTemplate(namespace: string, path: string) {
    const capacity = { storage: '1Gi' }
    const shape = { accessModes: ['ReadWriteMany'], storageClassName: '' }
    const metadata = { name: namespace }
    const volume = { metadata, spec: { ...shape, capacity, hostPath: { path } } }
    await client.call('POST', '/api/v1/persistentvolumes', { body: volume })
    const claim = { metadata, spec: { ...shape, volumeName: namespace, resources: { requests: capacity } } }
    await client.call('POST', `/api/v1/namespaces/${namespace}/persistentvolumeclaims`, { body: claim })
    const volumes = [{ name: 'journal', persistentVolumeClaim: { claimName: namespace } }]
    const volumeMounts = [{ name: 'journal', mountPath: '/journal' }]
    return { spec: { volumes, containers: [{ volumeMounts }] } }
  }
})
