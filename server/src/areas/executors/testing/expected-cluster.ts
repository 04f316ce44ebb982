import { openTestCluster } from './kubernetes-cluster.ts'
import type { TestCluster } from './kubernetes-cluster.ts'

let problem = ''

export const skippedWithoutCluster = (): string => (problem === '' ? '' : `, skipped: ${problem}`)

/** Null when unavailable; fails where Kubernetes is required. */
export async function clusterFor(): Promise<TestCluster | null> {
  const cluster = await openTestCluster()
  if (typeof cluster !== 'string') return cluster
  const expected = (process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',')
  if (expected.includes('kubernetes')) throw new Error(`Kubernetes is expected here: ${cluster}`)
  problem = cluster
  return null
}
