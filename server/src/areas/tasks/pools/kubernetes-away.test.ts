import { describe, expect, test } from 'vitest'
import { readKubeconfig } from '../../executors/testing/kubernetes-cluster.ts'
import type { Node, ObjectList } from '../../executors/testing/kubernetes-cluster.ts'
import { cuttable } from '../../executors/testing/broken-connection.ts'
import { clusterFor, skippedWithoutCluster } from '../../executors/testing/expected-cluster.ts'
import { proveClusterAway } from '../testing/cluster-away.ts'
import { makePlace } from '../testing/kubernetes-pool.ts'

const cluster = await clusterFor()
const mebibyte = 1_048_576

describe.skipIf(cluster === null)(`an API server that is away${skippedWithoutCluster()}`, () => {
  if (cluster === null) return

  test('R4.12 its tasks go on and say since when nothing is known of them, and the rest is caught up with', async () => {
    const location = await makePlace(cluster)
    const { server } = readKubeconfig(cluster.kubeconfig, undefined)
    const way = await cuttable(new URL(server))
    const kubeconfig = cluster.kubeconfig.replace(server, way.url.origin)
    const { items } = await cluster.client.call<ObjectList<Node>>('GET', '/api/v1/nodes')
    const [node] = items
    const memory = Number.parseInt(node?.status.allocatable?.['memory'] ?? '', 10) * 1_024
    // Two of these do not fit into one node.
    const large = { cpu: 0.1, memoryBytes: Math.floor(memory * 0.6) }
    const small = { cpu: 0.1, memoryBytes: 32 * mebibyte }
    const nodeSelector = `kubernetes.io/hostname=${node?.metadata.labels?.['kubernetes.io/hostname']}`
    try {
      await proveClusterAway({
        environment: location.environment,
        files: location.files,
        pool: { executor: 'kubernetes', settings: { ...location.settings, kubeconfig, nodeSelector } },
        addImage: location.addImage,
        resources: [large, small, large],
        lines: 60,
        waitingReason: /^queuing: Waiting in the queue of the cluster: .*Insufficient memory/,
        problem: { cause: 'connection-refused', detail: expect.stringContaining(way.url.host) },
        leave: way.cut,
        comeBack: way.restore,
      })
    } finally {
      await way.cut().catch(() => undefined)
      await location.close()
    }
  })
})
