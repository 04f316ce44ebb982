import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceleratorEndpoints } from '@vermilion/contract/monitoring/accelerators'
import { hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { placeFakeNvidiaSmi } from './testing/fake-nvidia-smi.ts'

const name = 'NVIDIA H100 80GB HBM3'
const busy = ['0', name, '87', '40536', '81559', '61', '412.37', '700.00'] as const
const idle = ['1', name, '0', '4', '81559', '34', '68.02', '700.00'] as const

let ahead = 0
let shared: string
let smi: Awaited<ReturnType<typeof placeFakeNvidiaSmi>>
let server: TestServer
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-monitoring-'))
  smi = await placeFakeNvidiaSmi()
  await smi.show([busy, idle])
  server = await startTestServer({
    clock: clockOf(() => Date.now() + ahead),
    environment: { VERMILION_ROOTS: shared },
    monitoring: { interval: 50, unusedAfter: 1 },
    tasks: { graceSeconds: 0.3 },
  })
})
afterAll(async () => {
  await server.stop()
  await smi.remove()
  await rm(shared, { recursive: true, force: true })
})

const accelerators = () => server.call(acceleratorEndpoints.listAccelerators, {})
const states = async () => (await accelerators()).map(({ index, state }) => `${index} ${state}`)

test('R1.08 R2.34 this server is the first of the hosts, with what it has and does', async () => {
  await expect.poll(async () => (await server.call(hostEndpoints.listHosts, {}))[0]?.cpu).not.toBeNull()
  const [host, ...others] = await server.call(hostEndpoints.listHosts, {})
  expect(others).toEqual([])
  expect(host).toMatchObject({ id: 'server', kind: 'server', online: true, deviceId: null, accelerators: 2 })
  expect(host?.pools.map(({ id }) => id)).toContain('local')
  expect(host?.memory.total).toBeGreaterThan(host?.memory.used ?? Infinity)
  expect(host?.disk.used).toBeGreaterThan(0)
  expect(host?.disk.free).toBeGreaterThan(0)
  expect(host?.cores).toBeGreaterThan(0)
  expect(host?.process?.memory).toBeGreaterThan(10_000_000)
})

test('R1.08 accelerators tell what they do, who holds them, and which are held for nothing', async () => {
  await expect.poll(states).toEqual(['0 foreign', '1 free'])
  expect((await accelerators())[0]).toMatchObject({
    hostId: 'server',
    name,
    vendor: 'nvidia',
    utilization: 0.87,
    memoryUsed: 40_536 * 1024 ** 2,
    temperature: 61,
    power: 412.37,
    powerLimit: 700,
    holder: null,
  })
  const pool = await server.call(poolEndpoints.createPool, {
    body: { name: 'Cards', executor: 'local', concurrency: 2 },
  })
  const task = await server.call(taskEndpoints.createTask, {
    body: {
      name: 'holder',
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: shared }],
      command: ['/bin/sh', '-c', 'sleep 60'],
      pool: pool.id,
      resources: { accelerator: { type: name, count: 2 } },
    },
  })
  await expect.poll(async () => (await accelerators())[0]?.holder?.taskId).toBe(task.id)
  expect((await accelerators())[1]?.holder).toMatchObject({
    taskName: 'holder',
    creator: 'admin',
    poolId: pool.id,
    poolName: 'Cards',
  })
  await expect.poll(states).toEqual(['0 busy', '1 unused'])
  await server.call(taskEndpoints.stopTask, { params: { taskId: task.id } })
  await expect.poll(states).toEqual(['0 foreign', '1 free'])
})

test('R1.08 a driver that is not reached has no cards, and they are there again with it', async () => {
  await smi.complain("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.")
  server.app.monitoring.sampler.forgetDriver()
  await expect.poll(async () => (await server.call(hostEndpoints.listHosts, {}))[0]?.accelerators).toBe(0)
  await smi.show([busy])
  server.app.monitoring.sampler.forgetDriver()
  await expect.poll(async () => (await server.call(hostEndpoints.listHosts, {}))[0]?.accelerators).toBe(1)
})

const historyOf = async (hostId: string, seconds: number, points = 300) => {
  const now = Date.now() + ahead
  const query = { from: new Date(now - seconds * 1_000).toISOString(), to: new Date(now + 1_000).toISOString(), points }
  return server.call(hostEndpoints.getHostHistory, { params: { hostId }, query })
}

test('R1.08 readings are kept; a clock that is set forward leaves a gap', async () => {
  await expect.poll(async () => (await historyOf('server', 600)).series.length).toBeGreaterThan(8)
  ahead = 3 * 3_600_000
  await expect.poll(async () => (await historyOf('server', 600)).series.length).toBeGreaterThan(8)
  const { step, series } = await historyOf('server', 4 * 3_600, 250)
  const memory = series.find((one) => one.name === 'memory')
  expect(step).toBe(60)
  const measured = (memory?.means ?? []).flatMap((value, index) => (value === null ? [] : [index]))
  const gap = Math.max(...measured.slice(1).map((index, position) => index - (measured[position] ?? 0)))
  expect(gap).toBeGreaterThanOrEqual(179)
  expect(gap).toBeLessThanOrEqual(182)
})

test('R1.08 a clock that is set back and forward is told, and what was read before stays', async () => {
  const spanOf = (seconds: number) => {
    const now = Date.now() + ahead
    const query = { from: new Date(now - seconds * 1_000).toISOString(), to: new Date(now + 60_000).toISOString() }
    return server.call(hostEndpoints.getHostHistory, {
      params: { hostId: 'server' },
      query: { ...query, points: 2_000 },
    })
  }
  const readingsOf = async (seconds: number) => {
    const { series } = await spanOf(seconds)
    const { means = [] } = series.find(({ name }) => name === 'memory') ?? {}
    return means.filter((value) => value !== null).length
  }
  const jumpsOf = async () => (await spanOf(60)).jumps.map(({ seconds }) => Math.round(seconds / 60))
  await expect.poll(() => readingsOf(600)).toBeGreaterThan(0)
  ahead -= 3_600_000
  await expect.poll(jumpsOf).toEqual([-60])
  await expect.poll(() => readingsOf(600)).toBeGreaterThan(1)
  ahead += 25 * 3_600_000
  await expect.poll(jumpsOf).toEqual([1_500])
  const { jumps, from, series } = await spanOf(26 * 3_600)
  expect(jumps.map(({ seconds }) => Math.round(seconds / 60))).toEqual([-60, 180, 1_500])
  expect(Date.parse(jumps[0]!.at)).toBeGreaterThan(Date.parse(from))
  const measured = series
    .find(({ name }) => name === 'memory')!
    .means.flatMap((value, index) => (value === null ? [] : index))
  expect(measured.length).toBeGreaterThan(2)
  expect(measured).toEqual(measured.toSorted((a, b) => a - b))
  expect(Math.max(...measured.slice(1).map((index, at) => index - measured[at]!))).toBeGreaterThan(100)
})

test('R1.08 devices are hosts too, with the readings that are kept of them', async () => {
  const credentials = { method: 'password', password: 'any' } as const
  const body = { name: 'arm', host: '127.0.0.1', port: 1, username: 'root', credentials }
  const device = await server.call(deviceEndpoints.createDevice, { body })
  const hosts = await server.call(hostEndpoints.listHosts, {})
  expect(hosts[1]).toMatchObject({
    id: `device-${device.id}`,
    name: 'arm',
    kind: 'device',
    deviceId: device.id,
    cpu: null,
  })
  server.app.devices.monitor.history.add(device.id, {
    at: new Date(Date.now() + ahead).toISOString(),
    cpu: 0.5,
    gpu: null,
    temperature: 40,
    memoryUsed: 1e9,
    memoryTotal: 4e9,
    diskUsed: 5e9,
    diskFree: 4e9,
    load: 1,
    networkReceived: 10,
    networkSent: 20,
    uptimeSeconds: 60,
  })
  const { series } = await historyOf(`device-${device.id}`, 600)
  expect(series.map((one) => one.name)).toEqual([
    'cpu',
    'temperature',
    'memory',
    'load',
    'disk/used',
    'network/received',
    'network/sent',
  ])
  expect(series[0]?.means.find((value) => value !== null)).toBeCloseTo(0.5, 3)
})

test('a host that is not there, and a span that ends before it begins, are refused', async () => {
  for (const hostId of ['device-none', 'nobody'])
    await expect(historyOf(hostId, 60)).rejects.toThrow('This host no longer exists')
  const query = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' }
  const call = server.call(hostEndpoints.getHostHistory, { params: { hostId: 'server' }, query })
  await expect(call).rejects.toThrow('ends before it begins')
})
