import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clusterFor, skippedWithoutCluster } from '../../executors/testing/expected-cluster.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

const cluster = await clusterFor()

describe.skipIf(cluster === null)(`instances on a Kubernetes${skippedWithoutCluster()}`, () => {
  if (cluster === null) return
  const { kubeconfig, client, image } = cluster
  const namespace = `vermilion-gang-${process.pid}`
  let server: TestServer
  let folder: string
  let pool: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-gang-'))
    await Promise.all(['files', 'shared'].map((name) => mkdir(join(folder, name))))
    await client.call('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
    server = await startTestServer({ environment: { VERMILION_ROOTS: join(folder, 'files') } })
    const shared = join(folder, 'shared')
    const settings = { kubeconfig, namespace, storage: 'host-path', sharedHere: shared, sharedThere: shared }
    const body = { name: 'cluster', executor: 'kubernetes', concurrency: 5, settings } as const
    pool = (await server.call(poolEndpoints.createPool, { body })).id
    const own = { name: 'gang', address: image, framework: 'sh', labelTypes: ['target-detection'], dataFormat: 'coco' }
    await server.call(imageEndpoints.createTrainingImage, { body: { ...own, command: ['/bin/true'] } as never })
  })
  afterAll(async () => {
    await server.stop()
    await client.call('DELETE', `/api/v1/namespaces/${namespace}`)
    await rm(folder, { recursive: true, force: true })
  })

  /** The second instance fails where there is no checkpoint, once it has written one. */
  const script = `cd /output; echo "begins with $(cat checkpoint 2> /dev/null)"
    if [ $RANK = 1 ] && [ ! -e checkpoint ]; then echo 1 > checkpoint; sleep 1; exit 7; fi
    until [ -e checkpoint ]; do sleep 0.1; done; sleep 5`

  async function run(limit: number) {
    const { id } = await server.call(taskEndpoints.createTask, {
      body: {
        name: 'gang',
        pool,
        image: 'gang',
        dataSources: [{ kind: 'folder', path: join(folder, 'files') }],
        command: ['/bin/sh', '-c', script],
        instances: [{ role: 'worker', count: 2 }],
        restarts: { limit, backoffSeconds: 1 },
      },
    })
    const get = () => server.call(taskEndpoints.getTask, { params: { taskId: id } })
    await expect.poll(async () => (await get()).endedAt).not.toBeNull()
    return get()
  }

  test('R3.03 where an instance fails the others are ended, and the task says which failed first and where', async () => {
    const { status, statusReason } = await run(0)
    expect(status).toBe('failed')
    expect(statusReason).toMatch(/^worker-1 on \S+ failed first, so all instances were ended: .*exit code 7$/)
  })

  test('R3.03 all begin again from what was left in the output folder, as often as the task allows', async () => {
    const { id, status, statusReason } = await run(1)
    expect(status, statusReason).toBe('success')
    for (const name of ['worker-0', 'worker-1']) {
      const response = await server.fetch(`/tasks/${id}/log/lines?from=0&count=9&instance=${id}-${name}`)
      const { data } = (await response.json()) as { data: { lines: { text: string }[] } }
      expect(data.lines.map(({ text }) => text).at(-1)).toBe('begins with 1')
    }
  })
})
