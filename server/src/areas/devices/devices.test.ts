import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { addDevice } from './testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from './testing/ssh-daemon.ts'
import type { SshDaemon } from './testing/ssh-daemon.ts'
import { readRows } from '../../testing/test-database.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`devices${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  beforeAll(async () => {
    daemon = await startSshDaemon()
    server = await startTestServer()
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
  })

  const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
  const remove = (deviceId: string) => server.call(deviceEndpoints.deleteDevice, { params: { deviceId } })

  test('R1.07 the host key that is shown is that of the device, and a device with it comes online', async () => {
    const { host, port } = daemon
    const hostKey = await server.call(deviceEndpoints.scanHostKey, { body: { host, port } })
    expect(hostKey).toEqual({ algorithm: 'ssh-ed25519', fingerprint: daemon.fingerprint() })
    const device = await addDevice(server, daemon)
    expect(device).toMatchObject({ status: 'online', problem: null, hostKey, authentication: 'key' })
    const response = await server.fetch(`/devices/${device.id}`)
    expect(await response.text()).not.toContain('PRIVATE KEY')
    await remove(device.id)
    await server.app.devices.records.keep(device.id, 'terminal-closed', { account: null })
    const { items } = await server.call(deviceEndpoints.listDeviceDeletions, { query: {} })
    const { username } = daemon
    expect(items).toMatchObject([
      { action: 'deleted', account: 'admin', detail: `${device.name} (${username}@${host}:${port})` },
    ])
    const matches = async (search: string) =>
      (await server.call(deviceEndpoints.listDeviceDeletions, { query: { search } })).total
    expect(await matches(device.name.toUpperCase())).toBe(1)
    expect(await matches(`${username}@${host}`)).toBe(1)
    expect(await matches('another board')).toBe(0)
    expect(await readRows(server.data, 'select action from "deviceRecords"')).toMatchObject([{ action: 'deleted' }])
  })

  test('a wrong fingerprint is refused with both, and nothing is added', async () => {
    const fingerprint = `SHA256:${'A'.repeat(43)}`
    const adding = addDevice(server, daemon, { fingerprint })
    await expect(adding).rejects.toMatchObject({
      envelope: { code: 409503, message: expect.stringContaining(daemon.fingerprint()) },
    })
    expect((await server.call(deviceEndpoints.listDevices, { query: {} })).total).toBe(0)
  })

  test('R3.01 a device that is lost is offline with the reason, and online again by itself', async () => {
    const device = await addDevice(server, daemon)
    await daemon.kill()
    await expect.poll(() => get(device.id)).toMatchObject({ status: 'offline' })
    await daemon.restart()
    await expect.poll(() => get(device.id)).toMatchObject({ status: 'online', problem: null })
    await daemon.restart({ newHostKey: true })
    await expect.poll(() => get(device.id)).toMatchObject({ status: 'offline', problem: 'host-key-changed' })
    const { shownHostKey } = await get(device.id)
    expect(shownHostKey?.fingerprint).toBe(daemon.fingerprint())
    const params = { deviceId: device.id }
    const body = { fingerprint: daemon.fingerprint() }
    expect(await server.call(deviceEndpoints.confirmHostKey, { params, body })).toMatchObject({ status: 'online' })
    const { items } = await server.call(deviceEndpoints.listDeviceRecords, { params, query: {} })
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['created', 'host-key-confirmed', 'connected', 'disconnected', 'host-key-refused']),
    )
    await remove(device.id)
  })

  test('R2.20 coming and going is forgotten after 90 days, and what somebody did is not', async () => {
    const data = await mkdtemp(join(tmpdir(), 'vermilion-records-'))
    const first = await startTestServer({ data })
    const { id } = await addDevice(first, daemon)
    const params = { deviceId: id }
    await first.stop()
    const clock = clockOf(() => Date.now() + 91 * 86_400_000)
    const later = await startTestServer({ data, clock })
    const old = new Date(clock.now() - 90 * 86_400_000).toISOString()
    const oldActions = async () => {
      const { items } = await later.call(deviceEndpoints.listDeviceRecords, { params, query: {} })
      return items.filter(({ at }) => at < old).map(({ action }) => action)
    }
    await expect.poll(oldActions).not.toContain('connected')
    expect(await oldActions()).toEqual(expect.arrayContaining(['created', 'host-key-confirmed']))
    await later.stop()
    await rm(data, { recursive: true, force: true })
  })

  test('arguments of a command reach it exactly, whatever is in them', async () => {
    const device = await addDevice(server, daemon)
    const connection = await server.app.devices.connections.require(device.id)
    const odd = [`it's`, '$(touch /tmp/x)', '`id`', 'a b\n c', '-n', '', '板子', String.raw`\'"; rm -rf`]
    const { output, code } = await connection.run({ argv: ['printf', '%s\\0', ...odd] })
    expect(code).toBe(0)
    expect(output.toString().split('\0').slice(0, -1)).toEqual(odd)
    const endless = connection.run({ argv: ['yes'], maxOutputBytes: 100_000 })
    await expect(endless).rejects.toMatchObject({ reason: 'too-much-output' })
    const hanging = connection.run({ argv: ['sleep', '100'], timeout: 200 })
    await expect(hanging).rejects.toMatchObject({ reason: 'timed-out' })
    await remove(device.id)
  })

  test('R1.07 a host with characters of a shell or of options is refused, and is asked for nothing', async () => {
    const hosts = [
      '$(reboot)',
      '`reboot`',
      'a;reboot',
      'a|reboot',
      'a reboot',
      'a\nreboot',
      "a'b",
      '-oProxyCommand=reboot',
    ]
    const refusal = { envelope: { code: 400, data: { fields: { host: 'needs a host name or an IP address' } } } }
    for (const host of hosts) {
      await expect(addDevice(server, daemon, { host }), JSON.stringify(host)).rejects.toMatchObject(refusal)
      const scanning = server.call(deviceEndpoints.scanHostKey, { body: { host, port: daemon.port } })
      await expect(scanning, JSON.stringify(host)).rejects.toMatchObject(refusal)
    }
  })

  test('a stored password goes to no other address than the one that it was entered for', async () => {
    const device = await addDevice(server, daemon, {
      name: 'moved',
      credentials: { method: 'password', password: 'a secret' },
      fingerprint: null,
    })
    const params = { deviceId: device.id }
    const move = server.call(deviceEndpoints.updateDevice, { params, body: { host: 'localhost' } })
    await expect(move).rejects.toMatchObject({ reason: 'device.password-needed' })
    expect(await get(device.id)).toMatchObject({ host: daemon.host })
    const credentials = { method: 'password', password: 'another' } as const
    const body = { host: 'localhost', credentials }
    expect(await server.call(deviceEndpoints.updateDevice, { params, body })).toMatchObject({ host: 'localhost' })
    await remove(device.id)
  })
})
