import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { enrolmentEndpoints } from '@vermilion/contract/devices/enrolments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()

/** A board behind NAT: its sshd listens on loopback, so that only its own tunnel reaches it. */
describe.skipIf(problem)(`devices behind NAT${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let home = ''
  let ahead = 0
  const clock = clockOf(() => Date.now() + ahead)

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
    daemon = await startSshDaemon({ settings: [`AuthorizedKeysFile ${join(home, '.ssh/authorized_keys')}`] })
    server = await startTestServer({ clock, environment: { VERMILION_SSH_PORT: '0' } })
  })
  afterAll(async () => {
    endTunnel()
    await server.stop()
    await daemon.stop()
    await rm(home, { recursive: true, force: true })
  })

  const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
  const enrol = (name: string) => server.call(enrolmentEndpoints.createEnrolment, { body: { name, group: 'desk' } })
  const environment = () => ({
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    VERMILION_SSHD_PORT: String(daemon.port),
  })
  async function runOnBoard(command: string) {
    const child = spawn('sh', ['-c', command], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }
  function endTunnel(): void {
    const file = join(home, '.vermilion/pid')
    if (existsSync(file)) spawnSync('sh', ['-c', `kill $(cat '${file}')`])
  }
  const tunnelOptions = async () => {
    const script = await readFile(join(home, '.vermilion/tunnel.sh'), 'utf8')
    const [, port = '', user = ''] = /-p (\d+)[\s\S]* (device-[\w-]+)@/.exec(script) ?? []
    return { port, user }
  }
  async function signIn(key: string, ...args: string[]) {
    const { port, user } = await tunnelOptions()
    const options = [
      'BatchMode=yes',
      'IdentitiesOnly=yes',
      'ExitOnForwardFailure=yes',
      'UserKnownHostsFile=known_hosts',
    ]
    const flags = ['-F', '/dev/null', '-i', key, '-p', port, ...options.flatMap((option) => ['-o', option])]
    const child = spawn('ssh', [...flags, ...args, `${user}@127.0.0.1`], {
      cwd: join(home, '.vermilion'),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, errors }
  }
  const refusal = (...args: string[]) => signIn('key', ...args)

  test('R1.07 a device behind NAT adds itself with one line and is reached through its tunnel', async () => {
    const { enrolment, commands } = await enrol('robot-1')
    const { code, output } = await runOnBoard(commands.curl)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('this machine is added') })
    const { deviceId } = await server.call(enrolmentEndpoints.getEnrolment, { params: { enrolmentId: enrolment.id } })
    expect(deviceId).not.toBeNull()
    await expect
      .poll(() => get(deviceId ?? ''))
      .toMatchObject({
        name: 'robot-1',
        group: 'desk',
        tunnelled: true,
        status: 'online',
        hostKey: { fingerprint: daemon.fingerprint() },
      })
    const connection = await server.app.devices.connections.require(deviceId ?? '')
    const { output: reply } = await connection.run({ argv: ['echo', 'through the tunnel'] })
    expect(reply.toString()).toBe('through the tunnel\n')
  })

  test('R1.08 what comes and goes through a tunnel is counted as of devices, once', async () => {
    const total = async (kind: string) => {
      const text = await (await fetch(`${server.address}/metrics`)).text()
      return Number(new RegExp(`^vermilion_transfer_bytes_total\\{kind="${kind}"\\} ([\\d.e+]+)$`, 'm').exec(text)?.[1])
    }
    const [device] = (await server.call(deviceEndpoints.listDevices, { query: {} })).items
    const connection = await server.app.devices.connections.require(device?.id ?? '')
    const [received, sent] = [await total('device-received'), await total('device-sent')]
    expect(Math.min(received, sent)).toBeGreaterThan(1_000)
    const size = 800_000
    await connection.run({ argv: ['head', '-c', String(size), '/dev/zero'] })
    const came = (await total('device-received')) - received
    expect(came).toBeGreaterThanOrEqual(size)
    expect(came).toBeLessThan(size * 1.5)
    expect(await total('device-sent')).toBeGreaterThan(sent)
  })

  test('a tunnel that is lost is opened again by the device, and the device is online again', async () => {
    const [device] = (await server.call(deviceEndpoints.listDevices, { query: {} })).items
    const deviceId = device?.id ?? ''
    const pid = (await readFile(join(home, '.vermilion/pid'), 'utf8')).trim()
    spawnSync('pkill', ['-KILL', '-P', pid, 'ssh'])
    await expect.poll(() => get(deviceId)).toMatchObject({ status: 'offline' })
    await expect.poll(() => get(deviceId)).toMatchObject({ status: 'online' })
  })

  test('through the endpoint a device reaches nothing: no shell, no address, no second port, no other key', async () => {
    await expect(refusal()).resolves.toMatchObject({ code: 255 })
    const httpPort = new URL(server.address).port
    const channel = await refusal('-W', `127.0.0.1:${httpPort}`)
    expect(channel.errors).toMatch(/open failed|refused|forwarding failed/)
    const { errors } = await refusal('-N', '-R', '8080:127.0.0.1:8080')
    expect(errors).toContain('remote port forwarding failed')
    const second = await refusal('-N', '-R', `22:127.0.0.1:22`, '-R', '2222:127.0.0.1:22')
    expect(second.errors).toContain('remote port forwarding failed')
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, 'other')])
    const stranger = await signIn('../other', '-N', '-R', '22:127.0.0.1:22')
    expect(stranger.errors).toContain('Permission denied')
  })

  test('a crowd that opens connections and breaks them off ends nothing and is in nobody’s way', async () => {
    const { port } = await tunnelOptions()
    const crowd = Array.from({ length: 80 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
    await Promise.all(crowd.map((socket) => once(socket, 'connect')))
    for (const socket of crowd) socket.write('SSH-2.0-nobody\r\nthis is no packet of the protocol\r\n')
    await Promise.any(crowd.map((socket) => once(socket, 'data')))
    for (const socket of crowd) socket.resetAndDestroy()
    await expect.poll(() => refusal().then(({ errors }) => errors)).not.toMatch(/closed|reset/i)
  })

  test('a token is good once, for ten minutes, and not after it was cancelled', async () => {
    const [single, late, cancelled] = [await enrol('robot-2'), await enrol('robot-3'), await enrol('robot-4')]
    const call = (commands: { curl: string }) => {
      const [, header = '', url = ''] = /'([^']+)' '([^']+)'/.exec(commands.curl) ?? []
      return fetch(url, { headers: { authorization: header.replace('Authorization: ', '') } })
    }
    expect((await call(single.commands)).status).toBe(200)
    await server.call(enrolmentEndpoints.cancelEnrolment, { params: { enrolmentId: cancelled.enrolment.id } })
    expect((await call(cancelled.commands)).status).toBe(403)
    ahead = 10 * 60_000
    expect((await call(late.commands)).status).toBe(403)
    ahead = 0
    expect((await call({ curl: late.commands.curl.replace(/Bearer [\w-]+/, 'Bearer wrong') })).status).toBe(403)
    expect((await fetch(`${server.address}/api/v1/enrolment`)).status).toBe(401)
    const used = await runOnBoard(single.commands.wget)
    expect(used.code).toBe(0)
    expect((await call(single.commands)).status).toBe(403)
  })

  test('a device that is removed is let in no more', async () => {
    const { items } = await server.call(deviceEndpoints.listDevices, { query: {} })
    for (const { id } of items) await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })
    const { errors } = await refusal('-N', '-R', '22:127.0.0.1:22')
    expect(errors).toContain('Permission denied')
  })
})
