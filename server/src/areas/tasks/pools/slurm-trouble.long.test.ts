import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skippedWithout, slurmFor } from '../../executors/testing/expected-engine.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { proveClusterAway } from '../testing/cluster-away.ts'

const slurm = await slurmFor()
const mebibyte = 1_048_576

describe.skipIf(slurm === null)(`a Slurm in trouble${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  afterAll(() => slurm.close())

  const { configuration, shared } = slurm
  const files = join(slurm.folder, 'files')
  const environment = { VERMILION_ROOTS: files }
  const pool = { executor: 'slurm', settings: { connection: 'commands', configuration, sharedHere: shared } } as const
  beforeAll(() => mkdir(files))

  // Slurm lets what it has put back wait for as long as its credentials are valid, two minutes: see cred_expire in slurm.conf(5).
  test('R4.12 a task whose node fails waits again, says so, and starts again as the same run', async () => {
    const server = await startTestServer({ environment })
    const { id } = await server.call(poolEndpoints.createPool, { body: { name: 'cluster', concurrency: 1, ...pool } })
    const script = 'echo up; [ -e "$1"/first ] && sleep 5 && exit 4; touch "$1"/first; while :; do sleep 0.2; done'
    const { id: taskId } = await server.call(taskEndpoints.createTask, {
      body: {
        name: 'requeued',
        pool: id,
        image: 'vermilion/starter-detector',
        dataSources: [{ kind: 'folder', path: files }],
        command: ['/bin/sh', '-c', script, 'sh', '{outputPath}'],
      },
    })
    const params = { taskId }
    const get = () => server.call(taskEndpoints.getTask, { params })
    const stateOf = async () => `${(await get()).status}: ${(await get()).statusReason}`
    const readLog = async () => (await server.call(taskEndpoints.readLog, { params, query: {} })).text
    await expect.poll(stateOf).toBe('running: ')
    await expect.poll(readLog).toBe('up\n')
    const node = slurm.run('squeue', '--noheader', '--Format=NodeList:0').trim()
    slurm.run('scontrol', 'update', `nodename=${node}`, 'state=down', 'reason=test')
    await expect.poll(stateOf).toMatch(/^running: Waiting in the queue of the cluster: BeginTime: the job was put back/)
    await expect.poll(stateOf, { timeout: 240_000, interval: 500 }).toBe('running: ')
    await expect.poll(async () => (await get()).endedAt).not.toBeNull()
    expect(await get()).toMatchObject({ statusReason: 'The command ended with exit code 4', restartCount: 0 })
    expect(await readLog()).toBe('up\nup\n')
    await server.stop()
  })

  test('R4.12 its tasks go on and say since when nothing is known of them, and the rest is caught up with', async () => {
    const large = { cpu: 8, memoryBytes: 7_000 * mebibyte }
    await proveClusterAway({
      environment,
      files,
      pool,
      addImage: async () => 'vermilion/starter-detector',
      resources: [large, large, large],
      lines: 250,
      waitingReason: /^queuing: Waiting in the queue of the cluster: Resources/,
      problem: { cause: 'timeout', detail: expect.stringContaining('does not answer') },
      leave: slurm.stopController,
      comeBack: () => slurm.startController(),
    })
  })
})
