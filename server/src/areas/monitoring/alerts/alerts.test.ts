import { setTimeout as delay } from 'node:timers/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import type { Alert, AlertState } from '@vermilion/contract/monitoring/alerts'
import type { AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { placeFakeNvidiaSmi } from '../testing/fake-nvidia-smi.ts'

const name = 'NVIDIA H100 80GB HBM3'
const cool = ['0', name, '0', '4', '81559', '34', '68.02', '700.00'] as const
const hot = ['0', name, '0', '4', '81559', '97', '68.02', '700.00'] as const
const minutes = (count: number) => count * 60_000
const day = 86_400_000

let ahead = 0
let shared: string
let smi: Awaited<ReturnType<typeof placeFakeNvidiaSmi>>
let server: TestServer
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-alerts-'))
  smi = await placeFakeNvidiaSmi()
  await smi.show([cool])
  server = await startTestServer({
    clock: clockOf(() => Date.now() + ahead),
    environment: { VERMILION_ROOTS: shared },
    monitoring: { interval: 50 },
    tasks: { graceSeconds: 0.3 },
  })
  await changeRule('disk-full', { threshold: 1 })
  await changeRule('temperature', { threshold: 95, holdSeconds: 0 })
  await changeRule('health-problem', { enabled: false })
})
afterAll(async () => {
  await server.stop()
  await smi.remove()
  await rm(shared, { recursive: true, force: true })
})

const changeRule = (rule: AlertRuleKind, body: Record<string, unknown>) =>
  server.call(alertEndpoints.changeAlertRule, { params: { rule }, body })
const alertsOf = async (rule: AlertRuleKind, state: AlertState = 'open'): Promise<Alert[]> =>
  (await server.call(alertEndpoints.listAlerts, { query: { rule, state } })).items
const count = async (rule: AlertRuleKind, state?: AlertState) => (await alertsOf(rule, state)).length
const attention = async () => (await server.call(alertEndpoints.countAlerts, {})).attention

const train = (order: { pool: string; command: string; accelerators?: number }) =>
  server.call(taskEndpoints.createTask, {
    body: {
      name: 'trial',
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: shared }],
      command: ['/bin/sh', '-c', order.command],
      pool: order.pool,
      ...(order.accelerators === undefined
        ? {}
        : { resources: { accelerator: { type: name, count: order.accelerators } } }),
    },
  })
const addDevice = (deviceName: string) =>
  server.call(deviceEndpoints.createDevice, {
    body: {
      name: deviceName,
      host: '127.0.0.1',
      port: 1,
      username: 'root',
      credentials: { method: 'password', password: 'any' },
    },
  })

test('R1.08 R2.34 a temperature rises above the threshold and the alert ends below its margin', async () => {
  await smi.show([hot])
  server.app.monitoring.sampler.forgetDriver()
  await expect.poll(() => count('temperature')).toBe(1)
  expect((await alertsOf('temperature'))[0]).toMatchObject({
    severity: 'critical',
    object: { kind: 'host', id: 'server' },
    value: 97,
    threshold: 95,
    endedAt: null,
  })
  expect(await attention()).toBe(1)
  // Within the margin the alert stays open: a value around the threshold gives one alert.
  await changeRule('temperature', { threshold: 98 })
  await server.app.monitoring.sampler.readOnce()
  expect(await count('temperature')).toBe(1)
  await smi.show([cool])
  server.app.monitoring.sampler.forgetDriver()
  await expect.poll(() => count('temperature')).toBe(0)
  expect((await alertsOf('temperature', 'ended'))[0]?.endedAt).not.toBeNull()
  expect(await attention()).toBe(0)
})

test('R1.08 a disk that is almost full is told of once it has been so for a while', async () => {
  await changeRule('disk-full', { threshold: 0.9, holdSeconds: 120 })
  const device = await addDevice('full')
  const readFull = async () => {
    await server.app.devices.store.update(device.id, { status: 'online', disk: 0.95 })
    await server.app.monitoring.sampler.readOnce()
  }
  const own = async () => (await alertsOf('disk-full')).filter(({ object }) => object.id === device.id)
  await readFull()
  ahead += minutes(1)
  await readFull()
  // Readings are judged behind the call.
  await delay(300)
  expect(await own()).toEqual([])
  const readLater = async () => {
    await readFull()
    ahead += minutes(3)
    await readFull()
    return (await own()).length
  }
  await expect.poll(readLater).toBe(1)
  expect((await own())[0]).toMatchObject({ value: 0.95, threshold: 0.9, object: { kind: 'device', name: 'full' } })
  await server.app.devices.store.update(device.id, { disk: 0.5 })
  await expect.poll(own).toEqual([])
  await changeRule('disk-full', { threshold: 1 })
  await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: device.id } })
})

test('R2.34 a device that has not answered for long is offline, and the alert ends when it is back', async () => {
  const device = await addDevice('away')
  await server.app.devices.store.update(device.id, { status: 'offline' })
  await server.app.monitoring.sampler.readOnce()
  expect(await count('device-offline')).toBe(0)
  ahead += minutes(11)
  await expect.poll(() => count('device-offline')).toBe(1)
  expect((await alertsOf('device-offline'))[0]?.object).toMatchObject({ kind: 'device', id: device.id, name: 'away' })
  await server.app.devices.store.update(device.id, { status: 'online' })
  await expect.poll(() => count('device-offline')).toBe(0)
  await server.app.devices.store.update(device.id, { status: 'offline' })
  await expect.poll(() => count('device-offline')).toBe(1)
  await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: device.id } })
  await expect.poll(() => count('device-offline')).toBe(0)
  expect(await count('device-offline', 'ended')).toBe(2)
})

test('R1.08 an accelerator that idles while a task queues for it', async () => {
  const pool = await server.call(poolEndpoints.createPool, {
    body: { name: 'Cards', executor: 'local', concurrency: 2 },
  })
  const holder = await train({ pool: pool.id, command: 'sleep 600', accelerators: 1 })
  const status = async (taskId: string) => (await server.call(taskEndpoints.getTask, { params: { taskId } })).status
  await expect.poll(() => status(holder.id)).toBe('running')
  const waiting = await train({ pool: pool.id, command: 'true', accelerators: 1 })
  await server.app.monitoring.sampler.readOnce()
  expect(await count('gpu-idle')).toBe(0)
  ahead += minutes(31)
  await expect.poll(() => count('gpu-idle')).toBe(1)
  expect((await alertsOf('gpu-idle'))[0]?.object).toMatchObject({ kind: 'accelerator', id: 'server/0' })
  for (const { id: taskId } of [waiting, holder]) await server.call(taskEndpoints.stopTask, { params: { taskId } })
  await expect.poll(() => count('gpu-idle')).toBe(0)
})

test('R1.08 R4.08 a resource pool that cannot be used for a while, until it can or is gone', async () => {
  const pool = await server.call(poolEndpoints.createPool, {
    body: { name: 'away', executor: 'container', address: 'unix:///nowhere/engine.sock' },
  })
  await server.app.monitoring.sampler.readOnce()
  expect(await count('pool-unreachable')).toBe(0)
  ahead += minutes(4)
  await server.app.monitoring.sampler.readOnce()
  // Readings are judged behind the call.
  await delay(300)
  expect(await count('pool-unreachable')).toBe(0)
  ahead += minutes(2)
  await expect.poll(() => count('pool-unreachable')).toBe(1)
  const [alert] = await alertsOf('pool-unreachable')
  expect(alert).toMatchObject({
    severity: 'warning',
    object: { kind: 'pool', id: pool.id, name: 'away' },
    threshold: 5,
  })
  expect(alert?.value).toBeGreaterThanOrEqual(5)
  await server.call(poolEndpoints.deletePool, { params: { poolId: pool.id } })
  await expect.poll(() => count('pool-unreachable')).toBe(0)
})

test('R1.08 R4.12 tasks that wait long in a pool, until none does', async () => {
  const pool = await server.call(poolEndpoints.createPool, { body: { name: 'Narrow', executor: 'local' } })
  const holder = await train({ pool: pool.id, command: `until [ -e '${shared}/go' ]; do sleep 0.1; done` })
  const status = async (taskId: string) => (await server.call(taskEndpoints.getTask, { params: { taskId } })).status
  await expect.poll(() => status(holder.id)).toBe('running')
  const waiting = [await train({ pool: pool.id, command: 'true' }), await train({ pool: pool.id, command: 'true' })]
  ahead += minutes(59)
  await server.app.monitoring.sampler.readOnce()
  await delay(300)
  expect(await count('task-pending')).toBe(0)
  ahead += minutes(2)
  await expect.poll(() => count('task-pending')).toBe(1)
  const object = { kind: 'pool', id: pool.id, name: 'Narrow' }
  expect((await alertsOf('task-pending'))[0]).toMatchObject({ severity: 'info', object, threshold: 60 })
  for (const { id: taskId } of waiting) await server.call(taskEndpoints.stopTask, { params: { taskId } })
  await writeFile(join(shared, 'go'), '')
  await expect.poll(() => count('task-pending')).toBe(0)
})

test('R1.08 a failed task stays open until somebody acknowledges it, or deletes the task', async () => {
  const tasks = [await train({ pool: 'local', command: 'exit 3' }), await train({ pool: 'local', command: 'exit 4' })]
  await expect.poll(() => count('task-failed')).toBe(2)
  const [first, second] = await alertsOf('task-failed')
  expect(tasks.map(({ id }) => id)).toContain(first?.object.id)
  expect(first?.object).toMatchObject({ kind: 'task', name: 'trial' })
  const params = { alertId: first!.id }
  expect(await server.call(alertEndpoints.acknowledgeAlert, { params })).toMatchObject({
    acknowledgedBy: 'admin',
    endedAt: expect.any(String) as string,
  })
  expect(await count('task-failed')).toBe(1)
  await server.call(taskEndpoints.deleteTask, { params: { taskId: second!.object.id } })
  await expect.poll(() => count('task-failed')).toBe(0)
  expect(await reasonOf(server.call(alertEndpoints.acknowledgeAlert, { params: { alertId: second!.id } }))).toBe(
    'alert.over',
  )
  expect(await reasonOf(server.call(alertEndpoints.acknowledgeAlert, { params: { alertId: 'none' } }))).toBe(
    'alert.not-found',
  )
})

test('R8.09 an access token that expires soon, acknowledged and silenced, until it is revoked', async () => {
  const awaiting = () => count('token-expiring', 'attention')
  const expiresAt = new Date(Date.now() + ahead + 3 * day).toISOString()
  const { accessToken } = await server.call(accountEndpoints.createAccessToken, { body: { name: 'ci', expiresAt } })
  await expect.poll(() => count('token-expiring')).toBe(1)
  const [alert] = await alertsOf('token-expiring')
  expect(alert?.object).toEqual({ kind: 'access-token', id: accessToken.id, name: 'admin · ci' })
  expect(alert?.value).toBeCloseTo(3, 2)
  expect(await awaiting()).toBe(1)

  const object = { kind: 'access-token', id: accessToken.id } as const
  const silence = await server.call(alertEndpoints.addAlertSilence, { body: { object, seconds: 3_600 } })
  expect(silence).toMatchObject({ createdBy: 'admin', object: { name: 'admin · ci' } })
  expect(await awaiting()).toBe(0)
  expect((await alertsOf('token-expiring'))[0]?.silencedUntil).toBe(silence.until)
  ahead += minutes(61)
  await expect.poll(awaiting).toBe(1)
  const again = await server.call(alertEndpoints.addAlertSilence, { body: { rule: 'token-expiring', seconds: 86_400 } })
  expect(await awaiting()).toBe(0)
  await server.call(alertEndpoints.endAlertSilence, { params: { silenceId: again.id } })
  expect(await server.call(alertEndpoints.listAlertSilences, {})).toEqual([])
  expect(await awaiting()).toBe(1)

  await server.call(alertEndpoints.acknowledgeAlert, { params: { alertId: alert!.id } })
  expect(await awaiting()).toBe(0)
  expect(await count('token-expiring')).toBe(1)
  await server.call(accountEndpoints.revokeAccessToken, { params: { tokenId: accessToken.id } })
  await expect.poll(() => count('token-expiring')).toBe(0)
})

test('R1.08 a rule is changed within its limits, and one that is off has no alerts', async () => {
  const [first] = await server.call(alertEndpoints.listAlertRules, {})
  expect(first).toMatchObject({ rule: 'disk-full', enabled: true, threshold: 1 })
  for (const [rule, threshold] of [
    ['disk-full', 7],
    ['task-failed', 1],
  ] as const)
    expect(await reasonOf(changeRule(rule, { threshold }))).toBe('alert.threshold-invalid')
  await train({ pool: 'local', command: 'exit 3' })
  await expect.poll(() => count('task-failed')).toBe(1)
  await changeRule('task-failed', { enabled: false })
  await expect.poll(() => count('task-failed')).toBe(0)
  const empty = { body: { seconds: 60 } }
  expect(await reasonOf(server.call(alertEndpoints.addAlertSilence, empty))).toBe('request.invalid')
  const anonymous = await server.fetch('/alerts', { headers: { authorization: 'Bearer none' } })
  expect(anonymous.status).toBe(401)
})
