import { describe } from 'vitest'
import { describeExecutor } from '../testing/conformance.ts'
import { clusterFor, skippedWithoutCluster } from '../testing/expected-cluster.ts'
import { kubernetesHarness } from '../testing/kubernetes-harness.ts'

const cluster = await clusterFor()

describe.skipIf(cluster === null)(`with Kubernetes${skippedWithoutCluster()}`, () => {
  if (cluster === null) return
  describeExecutor('kubernetes', () => kubernetesHarness(cluster))
})
