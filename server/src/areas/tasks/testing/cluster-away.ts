import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { PoolCreate } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { pino } from 'pino'
import { expect } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

interface Resources {
  cpu: number
  memoryBytes: number
}

export interface ClusterToLeave {
  environment: Record<string, string>
  files: string
  pool: Pick<PoolCreate, 'executor' | 'settings'>
  addImage(server: TestServer): Promise<string>
  /** With the first two running, the third has no place in the cluster. */
  resources: readonly [Resources, Resources, Resources]
  waitingReason: RegExp
  /** Fifths of a second that the first one takes: longer than it takes to notice that nobody answers. */
  lines: number
  problem: { cause: string; detail: unknown }
  leave(): Promise<void>
  comeBack(): Promise<void>
}

const counting = (lines: number) =>
  `i=0; while [ $i -lt ${lines} ]; do echo "line $i"; i=$((i+1)); sleep 0.2; done; exit 3`
const endless = 'trap "exit 9" TERM; echo up; while :; do sleep 0.1; done'

/** What runs, waits there and waits here while nobody answers, across a restart of the server and a stop that nobody can carry out. */
export async function proveClusterAway(cluster: ClusterToLeave): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-cluster-away-'))
  const stopFailures: number[] = []
  const write = (line: string) => void (line.includes('could not be stopped') && stopFailures.push(Date.now()))
  const log = pino({ level: 'error' }, { write })
  const { environment, lines } = cluster
  const start = () => startTestServer({ data: join(data, 'data'), environment, log, tasks: { graceSeconds: 1 } })
  let server = await start()
  try {
    const body = { name: 'cluster', concurrency: 3, ...cluster.pool }
    const { id: pool } = await server.call(poolEndpoints.createPool, { body })
    const image = await cluster.addImage(server)
    const create = async (name: string, script: string, resources?: Resources) => {
      const order = { name, pool, image, dataSources: [{ kind: 'folder' as const, path: cluster.files }] }
      const more = resources === undefined ? {} : { resources: { ...resources } }
      const command = ['/bin/sh', '-c', script]
      return (await server.call(taskEndpoints.createTask, { body: { ...order, ...more, command } })).id
    }
    const get = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
    const stateOf = async (taskId: string) => {
      const { status, statusReason } = await get(taskId)
      return `${status}: ${statusReason}`
    }
    const getPool = async () => (await server.call(poolEndpoints.listPools, {})).find(({ id }) => id === pool)
    const [first, second, third] = cluster.resources
    const [runs, stopped] = [await create('runs', counting(lines), first), await create('stopped', endless, second)]
    for (const id of [runs, stopped]) await expect.poll(() => stateOf(id)).toBe('running: ')
    const waits = await create('waits', 'echo waited', third)
    await expect.poll(() => stateOf(waits)).toMatch(cluster.waitingReason)
    const here = await create('here', 'echo here')

    const leftAt = Date.now()
    await cluster.leave()
    const away = /^(running|queuing): The cluster does not answer since (\S+)\. What runs there goes on/
    for (const id of [runs, stopped, waits]) await expect.poll(() => stateOf(id)).toMatch(away)
    const silence = await stateOf(runs)
    expect(Date.parse(away.exec(silence)?.[2] ?? '')).toBeGreaterThan(leftAt - 1_000)
    expect(await stateOf(waits)).toMatch(/^queuing/)
    await expect.poll(getPool).toMatchObject({ status: 'unreachable', problem: cluster.problem, running: 2 })
    await expect.poll(() => stateOf(here)).toMatch(/^queuing: Waiting for the resource pool cluster\. /)
    const stop = server.call(taskEndpoints.stopTask, { params: { taskId: stopped } })
    expect(await reasonOf(stop)).toBe('task.stop-failed')
    // It is tried again, at most once a second.
    expect(stopFailures.length).toBeLessThanOrEqual(1 + (Date.now() - leftAt) / 1_000)
    await server.stop()
    server = await start()
    await delay(1_000)
    expect(await stateOf(runs)).toBe(silence)
    expect(await stateOf(waits)).toMatch(away)
    const late = await create('late', 'echo late')

    await cluster.comeBack()
    const isOver = async (id: string) => (await get(id)).endedAt !== null
    for (const id of [runs, stopped, waits, here, late]) await expect.poll(() => isOver(id)).toBe(true)
    expect(await stateOf(runs)).toBe('failed: The command ended with exit code 3')
    const { text } = await server.call(taskEndpoints.readLog, { params: { taskId: runs }, query: {} })
    expect(text).toBe(Array.from({ length: lines }, (_, line) => `line ${line}\n`).join(''))
    expect(await stateOf(stopped)).toBe('stopped: Stopped by admin')
    for (const id of [waits, here, late]) expect(await get(id)).toMatchObject({ status: 'success', restartCount: 0 })
    await expect.poll(getPool).toMatchObject({ status: 'ready', problem: null, running: 0, queued: 0 })
  } finally {
    await server.stop()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
}
