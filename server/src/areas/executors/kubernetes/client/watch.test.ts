import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { clusterFor, skippedWithoutCluster } from '../../testing/expected-cluster.ts'
import type { KubernetesObject, ObjectList } from './objects.ts'
import { watchObjects } from './watch.ts'

const cluster = await clusterFor()
const path = '/apis/batch/v1/namespaces/default/jobs'
const name = `watched-${process.pid}`
const labels = { watched: name }
const containers = [{ name: 'main', image: 'none' }]
const body = {
  metadata: { name, labels },
  spec: { suspend: true, template: { spec: { restartPolicy: 'Never', containers } } },
}

test.skipIf(cluster === null)(`a version that expired is listed again${skippedWithoutCluster()}`, async ({ skip }) => {
  if (cluster === null) return
  const { client } = cluster
  const query = { watch: true, resourceVersion: 1, timeoutSeconds: 1 }
  const first = await client
    .stream(path, query, AbortSignal.timeout(10_000))
    .then(json)
    .catch(() => null)
  skip((first as { type?: string } | null)?.type !== 'ERROR', 'this API server still knows its first changes')
  const names: string[] = []
  let lists = 0
  const changed = new AbortController()
  const early: typeof client = {
    ...client,
    /** As if the first list had been read long ago. */
    async call<Result>(...order: Parameters<typeof client.call>) {
      const list = await client.call<ObjectList<KubernetesObject>>(...order)
      lists += 1
      if (lists === 2) await client.call('POST', path, { body })
      return { ...list, metadata: { resourceVersion: lists === 1 ? '1' : list.metadata.resourceVersion } } as Result
    },
  }
  const listener = {
    replace: () => undefined,
    put(item: KubernetesObject) {
      names.push(item.metadata.name)
      changed.abort()
    },
    remove: () => undefined,
    away: (error: Error | null) => expect(error).toBeNull(),
  }
  await watchObjects(early, { path, labelSelector: `watched=${name}`, signal: changed.signal }, listener)
  expect(lists).toBeGreaterThanOrEqual(2)
  expect(names[0]).toBe(name)
  await client.call('DELETE', `${path}/${name}`)
})
