import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { taskTerminalEndpoints } from '@vermilion/contract/tasks/terminals'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { engineFor, skippedWithout } from '../../executors/testing/expected-engine.ts'
import { startWay } from '../testing/engine-way.ts'

/** A proxy to an engine that holds back the start of commands. */
async function startSlowWay(socket: string) {
  const retained: (() => void)[] = []
  let isSlow = true
  let starts = 0
  const way = await startWay(socket, (bytes, send) => {
    const isStart = /^POST \/exec\/\w+\/start/.test(bytes.toString('latin1'))
    if (isStart) starts += 1
    if (isStart && isSlow) retained.push(send)
    else send()
  })
  return {
    ...way,
    starts: () => starts,
    letGo() {
      isSlow = false
      for (const send of retained) send()
    },
  }
}

const engine = await engineFor('docker')
describe.skipIf(engine === null)(`with an engine${skippedWithout('docker')}`, () => {
  if (engine === null) return
  test('R4.02 a terminal that an engine does not open in good time is refused, and hung up when it comes late', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'vermilion-late-'))
    const server = await startTestServer({ environment: { VERMILION_ROOTS: shared }, tasks: { graceSeconds: 0.3 } })
    const way = await startSlowWay(engine.address.replace('unix://', ''))
    const where = { name: 'slow', executor: 'container', address: way.address } as const
    const { id: pool } = await server.call(poolEndpoints.createPool, { body: where })
    const image = { name: 'lasting', address: engine.image, framework: 'shell', dataFormat: 'coco' } as const
    const command = ['/bin/sleep', '300']
    const labelTypes: LabelType[] = ['target-detection']
    await server.call(imageEndpoints.createTrainingImage, { body: { ...image, labelTypes, command } })
    const dataSources = [{ kind: 'folder' as const, path: shared }]
    const body = { name: 'late', image: 'lasting', pool, dataSources }
    const { id: taskId } = await server.call(taskEndpoints.createTask, { body })
    const params = { taskId }
    const host = async () => (await server.call(taskEndpoints.listInstances, { params }))[0]?.hostIp ?? null
    await expect.poll(host).not.toBeNull()

    const open = () => server.call(taskTerminalEndpoints.openTaskTerminal, { params, body: {} })
    expect(await reasonOf(open())).toBe('terminal.failed')
    expect(way.starts()).toBe(1)
    way.letGo()
    // The other start is the command that hangs up.
    await expect.poll(way.starts).toBe(2)
    const [container] = await engine.client.listContainers()
    const commands = async () => {
      const { Processes: processes } = (await engine.client.getContainer(container?.Id ?? '').top()) as {
        Processes: string[][]
      }
      return processes.map((process) => process.at(-1)).filter((command) => !command?.includes('docker-init'))
    }
    await expect.poll(commands).toEqual(['/bin/sleep 300'])
    expect((await server.call(taskTerminalEndpoints.listTaskTerminals, { params })).items).toEqual([])
    await server.call(taskEndpoints.stopTask, { params })
    await server.stop()
    way.close()
    await engine.close()
    await rm(shared, { recursive: true, force: true, maxRetries: 5 })
  })
})
