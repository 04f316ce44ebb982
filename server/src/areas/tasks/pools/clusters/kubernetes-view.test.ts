import { parse } from 'yaml'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { clusterFor, skippedWithoutCluster } from '../../../executors/testing/expected-cluster.ts'
import { kubernetesHarness } from '../../../executors/testing/kubernetes-harness.ts'
import type { KubernetesHarness } from '../../../executors/testing/kubernetes-harness.ts'
import { startTestServer } from '../../../../testing/start-server.ts'
import type { TestServer } from '../../../../testing/start-server.ts'
import { orderOf, program, testPrograms } from '../../testing/programs.ts'

const cluster = await clusterFor()
const mebibyte = 1_048_576

describe.skipIf(cluster === null)(`a pool of Kubernetes${skippedWithoutCluster()}`, () => {
  if (cluster === null) return
  const { client, image, kubeconfig } = cluster
  const sleeping = program('', { address: image, command: () => ['/bin/sh', '-c', 'sleep 600'] })
  let harness: KubernetesHarness
  let server: TestServer
  let ahead = 0
  beforeAll(async () => {
    harness = await kubernetesHarness(cluster)
    server = await startTestServer({
      clock: clockOf(() => Date.now() + ahead),
      tasks: { ...testPrograms, images: { sleeping } },
    })
  })
  afterAll(async () => {
    await server.stop()
    await harness.close()
  })

  const addPool = (name: string, more: object = {}): Promise<Pool> => {
    const { namespace, sharedHere } = harness.settings
    const settings = { kubeconfig, namespace, storage: 'host-path', sharedHere, sharedThere: sharedHere, ...more }
    return server.call(poolEndpoints.createPool, { body: { name, executor: 'kubernetes', concurrency: 9, settings } })
  }
  const look = ({ id: poolId }: Pool) => {
    ahead += 6_000
    return server.call(poolEndpoints.getCluster, { params: { poolId } })
  }
  const start = (pool: Pool, name: string) => {
    const resources = { cpu: 0.1, memoryBytes: 64 * mebibyte, accelerator: { type: 'none', count: 0 } }
    return server.app.tasks.start(orderOf('sleeping', { name, pool: pool.id, resources }), 'en-US')
  }
  const pods = () => `/api/v1/namespaces/${harness.settings.namespace}/pods`
  const addPod = (name: string, spec: object) => {
    const requests = { cpu: '50m', memory: '1111Mi' }
    const container = {
      name,
      image,
      command: ['sleep', '600'],
      resources: { requests },
      imagePullPolicy: 'IfNotPresent',
    }
    const body = { metadata: { name }, spec: { terminationGracePeriodSeconds: 0, containers: [container], ...spec } }
    return client.call('POST', pods(), { body })
  }
  const amountsOf = async (pool: Pool, part: 'ours' | 'others') => {
    const { nodes } = await look(pool)
    const sum = (name: string) =>
      nodes.reduce((all, { resources }) => all + (resources.find((one) => one.name === name)?.[part] ?? 0), 0)
    return [sum('cpu').toFixed(2), sum('memory') / mebibyte]
  }

  test('R3.02 tells its nodes, our pods from those of others, and what waits with the reason', async () => {
    const [pool, odd] = [await addPool('cluster'), await addPool('odd', { nodeSelector: 'vermilion.test/odd=yes' })]
    const idle = await look(pool)
    expect(idle).toMatchObject({ missing: null, away: null })
    expect(idle.nodes.map(({ state, takesWork }) => [state, takesWork])).toEqual([
      ['Ready', true],
      ['Ready', true],
    ])
    const [cpu, memory] = ['cpu', 'memory'].map(
      (name) => idle.nodes[0]?.resources.find((resource) => resource.name === name)?.total,
    )
    expect(cpu).toBeGreaterThan(0)
    expect(memory).toBeGreaterThan(mebibyte)

    const tasks = [await start(pool, 'runs'), await start(odd, 'waits')]
    await addPod('theirs', {})
    for (const name of ['stuck-1', 'stuck-2']) await addPod(name, { nodeSelector: { 'vermilion.test/odd': 'theirs' } })
    await expect.poll(() => amountsOf(pool, 'ours')).toEqual(['0.10', 64])
    const others = async () => (await amountsOf(pool, 'others'))[1]
    await expect.poll(others).toBeGreaterThanOrEqual(1_111)
    const reason = expect.stringContaining("didn't match Pod's node affinity/selector") as string
    const waiting = async () => (await look(pool)).pending.filter((each) => each.reason.includes('selector'))
    await expect.poll(waiting).toEqual([
      { isOurs: true, task: { id: tasks[1]?.id, name: 'waits' }, reason, count: 1 },
      { isOurs: false, task: null, reason, count: 2 },
    ])
    for (const { id } of tasks) await server.app.tasks.stop(id, 'admin')
    await expect.poll(() => amountsOf(pool, 'ours')).toEqual(['0.00', 0])
    for (const name of ['theirs', 'stuck-1', 'stuck-2']) await client.call('DELETE', `${pods()}/${name}`)
  })

  test('R3.02 without the right to see the cluster says what grants it, and that does', async () => {
    const { namespace } = harness.settings
    const core = `/api/v1/namespaces/${namespace}`
    const access = '/apis/rbac.authorization.k8s.io/v1'
    const rules = [{ apiGroups: ['', 'batch'], resources: ['jobs', 'pods', 'pods/log', 'pods/exec'], verbs: ['*'] }]
    const name = namespace
    const binding = (kind: string) => ({
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    })
    const post = (path: string, body: object) => client.call<{ status: { token: string } }>('POST', path, { body })
    await post(`${core}/serviceaccounts`, { metadata: { name } })
    await post(`${access}/namespaces/${namespace}/roles`, { metadata: { name }, rules })
    await post(`${access}/namespaces/${namespace}/rolebindings`, binding('Role'))
    const { status } = await post(`${core}/serviceaccounts/${name}/token`, { spec: {} })
    const pool = await addPool('narrow', {
      kubeconfig: kubeconfig.replace(/token: "[^"]*"/, `token: "${status.token}"`),
    })
    await addPod('near', { nodeSelector: { 'vermilion.test/odd': 'theirs' } })
    const pending = async () => (await look(pool)).pending
    await expect.poll(pending).toMatchObject([{ isOurs: false, reason: expect.stringContaining('selector'), count: 1 }])
    const { nodes, missing } = await look(pool)
    expect(nodes).toEqual([])
    expect(missing).toContain('# The account may not list nodes, list pods\n')

    const role = parse(missing ?? '') as { metadata: object; rules: object[] }
    await post(`${access}/clusterroles`, { ...role, metadata: { name } })
    await post(`${access}/clusterrolebindings`, binding('ClusterRole'))
    try {
      await expect.poll(async () => (await look(pool)).missing).toBeNull()
      expect((await look(pool)).nodes).toHaveLength(2)
    } finally {
      for (const kind of ['clusterrolebindings', 'clusterroles'])
        await client.call('DELETE', `${access}/${kind}/${name}`)
    }
  })
})
