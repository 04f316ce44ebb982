import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { skippedWithout, slurmFor } from '../../../executors/testing/expected-engine.ts'
import { reasonOf } from '../../../../testing/client.ts'
import { startTestServer } from '../../../../testing/start-server.ts'
import type { TestServer } from '../../../../testing/start-server.ts'

const slurm = await slurmFor()
const mebibyte = 1_048_576

const resourcesOf = (ours: readonly number[], others: readonly number[]) =>
  Object.entries({ cpu: 8, memory: 8_000 * mebibyte, tesla: 2 }).map(([name, total], position) => ({
    name,
    total,
    ours: ours[position],
    others: others[position],
  }))
const none = [0, 0, 0]

describe.skipIf(slurm === null)(`a pool of Slurm${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  let server: TestServer
  let folder: string
  let pool: Pool
  let ahead = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-view-'))
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'job.sh'), '#!/bin/sh\nexec sleep 600\n')
    server = await startTestServer({
      clock: clockOf(() => Date.now() + ahead),
      environment: { VERMILION_ROOTS: join(folder, 'files') },
    })
    const settings = { connection: 'commands', configuration: slurm.configuration, sharedHere: slurm.shared }
    pool = await server.call(poolEndpoints.createPool, {
      body: { name: 'lab', executor: 'slurm', concurrency: 50, settings },
    })
  })
  afterAll(async () => {
    await server.stop()
    await slurm.close()
    await rm(folder, { recursive: true, force: true })
  })

  const look = () => {
    ahead += 6_000
    return server.call(poolEndpoints.getCluster, { params: { poolId: pool.id } })
  }
  const submit = (...options: string[]) =>
    slurm
      .run('sbatch', '--output=/dev/null', ...options, join(folder, 'job.sh'))
      .trim()
      .split(' ')
      .at(-1)
  const create = (name: string, count: number, accelerators: number) =>
    server.call(taskEndpoints.createTask, {
      body: {
        name,
        pool: pool.id,
        image: 'vermilion/starter-detector',
        dataSources: [{ kind: 'folder', path: join(folder, 'files') }],
        command: ['/bin/sh', '-c', 'sleep 600'],
        instances: [{ role: 'worker', count }],
        resources: { cpu: 2, memoryBytes: 300 * mebibyte, accelerator: { type: 'tesla', count: accelerators } },
      },
    })

  test('R3.02 tells its nodes, and our jobs from those of others', async () => {
    const idle = await look()
    expect(idle).toMatchObject({ pending: [], missing: null, away: null })
    expect(idle.nodes.map(({ name, state, takesWork }) => [name, state, takesWork])).toEqual([
      ['n1', 'idle', true],
      ['n2', 'idle', true],
    ])
    expect(idle.nodes[0]?.resources).toEqual(resourcesOf(none, none))
    const { id: twice } = await create('twice', 2, 1)
    const statusOf = async (taskId: string) => (await server.call(taskEndpoints.getTask, { params: { taskId } })).status
    await expect.poll(() => statusOf(twice)).toBe('running')
    submit('--nodelist=n1', '--ntasks=1', '--cpus-per-task=3', '--mem=500M', '--comment=vermilion of | nobody')
    submit('--gres=gpu:tesla:2', '--comment=theirs')
    submit('--gres=gpu:tesla:2')
    submit('--gres=gpu:tesla:2', '--hold')
    submit('--gres=gpu:tesla:2', '--partition=urgent', '--hold')
    const { id: waits } = await create('waits', 1, 2)
    const reasonsOf = async () => (await look()).pending.map(({ reason }) => reason)
    await expect.poll(reasonsOf).toEqual(['Priority', 'Resources', 'Priority', 'JobHeldUser'])
    const { nodes, pending } = await look()
    const own = [2, 300 * mebibyte, 1]
    expect(nodes).toMatchObject([
      { name: 'n1', state: 'mixed', resources: resourcesOf(own, [3, 500 * mebibyte, 0]) },
      { name: 'n2', state: 'mixed', resources: resourcesOf(own, none) },
    ])
    expect(pending).toEqual([
      { isOurs: true, task: { id: waits, name: 'waits' }, reason: 'Priority', count: 1 },
      { isOurs: false, task: null, reason: 'Resources', count: 1 },
      { isOurs: false, task: null, reason: 'Priority', count: 1 },
      { isOurs: false, task: null, reason: 'JobHeldUser', count: 1 },
    ])
    slurm.run('scontrol', 'update', 'nodename=n2', 'state=drain', 'reason=repair')
    expect((await look()).nodes[1]).toMatchObject({ state: 'draining', takesWork: false })
    slurm.run('scontrol', 'update', 'nodename=n2', 'state=resume')
    for (const taskId of [waits, twice]) await server.call(taskEndpoints.stopTask, { params: { taskId } })
    const second = async () => (await look()).nodes[1]?.resources
    await expect.poll(second).toEqual(resourcesOf(none, [1, 100 * mebibyte, 2]))
  })

  test('says since when it does not answer, with what it told last', async () => {
    const last = await look()
    await slurm.stopController()
    const away = await look()
    expect(away).toEqual({
      ...last,
      away: { problem: expect.anything() as object, since: expect.any(String) as string },
    })
    expect(away.away?.problem.detail).toContain('Slurm does not answer')
    expect((await look()).away?.since).toBe(away.away?.since)
    await slurm.startController()
    expect((await look()).away).toBeNull()
  })

  test('a pool that is no cluster has no nodes', async () => {
    const looking = server.call(poolEndpoints.getCluster, { params: { poolId: 'local' } })
    expect(await reasonOf(looking)).toBe('pool.no-cluster')
    const nowhere = server.call(poolEndpoints.getCluster, { params: { poolId: 'nowhere' } })
    expect(await reasonOf(nowhere)).toBe('pool.not-found')
  })
})
