import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { describe, expect, test } from 'vitest'
import { importNodeImage, outsideAddress, pathsIn } from '../../executors/testing/kubernetes-cluster.ts'
import type { ObjectList, Pod } from '../../executors/testing/kubernetes-cluster.ts'
import { clusterFor, skippedWithoutCluster } from '../../executors/testing/expected-cluster.ts'
import { freePort } from '../../../testing/free-port.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { makePlace } from '../testing/kubernetes-pool.ts'

const cluster = await clusterFor()
const tasks = 1
const lines = 400_000

describe.skipIf(cluster === null)(`two pools of one namespace${skippedWithoutCluster()}`, () => {
  if (cluster === null) return

  test('R4.12 what ended in one while no server ran is found through it alone, though the other has it before its eyes', async () => {
    const { folder, files, namespace, environment, settings, addImage, close } = await makePlace(cluster)
    const data = join(folder, 'data')
    await mkdir(data)
    const port = await freePort()
    const host = { VERMILION_HOST: '0.0.0.0', VERMILION_PORT: String(port) }
    const start = () => startTestServer({ data, environment: { ...environment, ...host } })
    let server = await start()
    try {
      const fetched = { storage: 'fetched', serverUrl: `http://${outsideAddress()}:${port}` } as const
      const both = [{ ...settings, ...fetched, fetchImage: await importNodeImage() }, settings]
      const pools = await Promise.all(
        both.map((own, position) => {
          const body = { name: `pool-${position}`, executor: 'kubernetes', settings: own, concurrency: tasks } as const
          return server.call(poolEndpoints.createPool, { body })
        }),
      )
      const image = await addImage(server)
      const script = `sleep 8; echo up; seq ${lines} > "$1"/result.txt`
      const create = (_: unknown, number: number) =>
        server.call(taskEndpoints.createTask, {
          body: {
            name: `task-${number}`,
            pool: pools[0]?.id ?? '',
            image,
            dataSources: [{ kind: 'folder', path: files }],
            command: ['/bin/sh', '-c', script, 'sh', '{outputPath}'],
          },
        })
      const made = await Promise.all(Array.from({ length: tasks }, create))
      const statuses = async () =>
        (await server.call(taskEndpoints.listTasks, { query: {} })).items.map(({ status }) => status)
      await expect.poll(statuses).toEqual(made.map(() => 'running'))
      await server.stop()
      // What sends results waits for the server.
      const hasEnded = ({ status }: Pod) =>
        status?.containerStatuses?.some(({ name, state }) => name === 'main' && state?.terminated !== undefined) ===
        true
      const listPods = async () => (await cluster.client.call<ObjectList<Pod>>('GET', pathsIn(namespace).pods)).items
      await expect.poll(async () => (await listPods()).filter(hasEnded).length).toBe(tasks)
      server = await start()
      const expected = Array.from({ length: lines }, (_, line) => `${line + 1}\n`).join('')
      for (const { id } of made) {
        const get = () => server.call(taskEndpoints.getTask, { params: { taskId: id } })
        await expect.poll(async () => (await get()).endedAt).not.toBeNull()
        expect(await get()).toMatchObject({ status: 'success', restartCount: 0 })
        expect(await (await server.fetch(`/tasks/${id}/log/content`)).text()).toBe('up\n')
        const result = await (await server.fetch(`/tasks/${id}/files/content?path=result.txt`)).text()
        expect(result === expected, `the result has ${result.length} characters of ${expected.length}`).toBe(true)
      }
      await expect.poll(listPods).toEqual([])
    } finally {
      await server.stop()
      await close()
    }
  })
})
