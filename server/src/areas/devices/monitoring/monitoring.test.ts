import { cpus, hostname } from 'node:os'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`monitoring${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  beforeAll(async () => {
    daemon = await startSshDaemon()
    server = await startTestServer({
      environment: { VERMILION_LOG_LEVEL: 'error' },
      readingTimes: { interval: 200, slowInterval: 1_000 },
    })
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
  })
  const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
  const history = (deviceId: string, milliseconds: number, points = 100) => {
    const from = new Date(Date.now() - milliseconds).toISOString()
    return server.call(deviceEndpoints.deviceHistory, { params: { deviceId }, query: { from, points } })
  }

  test('R2.20 R3.01 a device that comes online tells what it is, and how it is, again and again', async () => {
    const { id } = await addDevice(server, daemon)
    await expect.poll(async () => (await get(id)).facts).not.toBeNull()
    const { facts } = await get(id)
    expect(facts).toMatchObject({ hostName: hostname(), architecture: expect.any(String), sftp: true })
    expect(facts?.cpu.cores).toBeGreaterThan(0)
    expect(facts?.memory).toBeGreaterThan(100_000_000)
    expect(facts?.storage.total).toBeGreaterThan(facts?.storage.free ?? Infinity)

    await expect.poll(async () => (await get(id)).reading).not.toBeNull()
    await expect.poll(async () => (await get(id)).reading?.cpu).toBeGreaterThanOrEqual(0)
    const { reading, lastSeenAt } = await get(id)
    expect(reading?.memoryUsed).toBeLessThan(reading?.memoryTotal ?? 0)
    const usable = (reading?.diskUsed ?? 0) + (reading?.diskFree ?? 0)
    expect(usable).toBeGreaterThan(0)
    expect(usable).toBeLessThanOrEqual(facts?.storage.total ?? 0)
    expect(lastSeenAt).toBe(reading?.at)
    await expect.poll(async () => (await get(id)).lastSeenAt).not.toBe(lastSeenAt)

    const hosts = await server.call(hostEndpoints.listHosts, {})
    const [own, asHost] = [hosts[0], hosts.find(({ deviceId }) => deviceId === id)]
    expect(own?.network.errors).toBeGreaterThanOrEqual(0)
    expect(asHost?.network.errors).toBe(reading?.networkErrors)
    expect(asHost?.network.errors).toBeGreaterThanOrEqual(0)

    for (const sort of ['cpu', '-gpu', 'temperature', '-memory', 'disk'] as const)
      expect((await server.call(deviceEndpoints.listDevices, { query: { sort } })).items).toHaveLength(1)

    const { step, points } = await history(id, 600_000)
    expect(step).toBe(10)
    expect(points.filter(({ readings }) => readings > 0).length).toBeGreaterThan(0)
    expect(points[0]).toMatchObject({ readings: 0, cpu: null, cpuHighest: null })
    expect(points.at(-1)?.readings).toBeGreaterThan(0)
    const week = await history(id, 7 * 86_400_000)
    expect(week.step).toBe(7_200)
    expect(week.points.at(-1)?.memoryUsed).toBeGreaterThan(0)

    const probed = await server.call(deviceEndpoints.probeDevice, { params: { deviceId: id } })
    expect(probed.facts).toMatchObject({ hostName: hostname() })
    const records = await server.call(deviceEndpoints.listDeviceRecords, { params: { deviceId: id }, query: {} })
    expect(records.items.filter(({ action }) => action === 'probed')).toHaveLength(2)
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })
  })

  test('R3.01 processes, disks, network and clock are looked at when somebody asks', async () => {
    const { id } = await addDevice(server, daemon)
    const details = await server.call(deviceEndpoints.deviceDetails, { params: { deviceId: id } })
    const own = details.processes.find(({ command }) => command.includes('vitest'))
    expect(own).toMatchObject({ user: daemon.username, memory: expect.any(Number) })
    expect(details.cores).toBe(cpus().length)
    const spent = details.processes.reduce((sum, { cpu }) => sum + cpu, 0) / details.cores
    expect(details.cpu).toBeGreaterThan(spent - 0.1)
    expect(details.disks.map(({ mount }) => mount)).toContain('/')
    expect(details.interfaces.find(({ name }) => name === 'lo')?.addresses).toContain('127.0.0.1/8')
    expect(Math.abs(details.clockOffsetSeconds)).toBeLessThanOrEqual(5)
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })
  })
})
