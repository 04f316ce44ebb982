import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { deviceEndpoints } from '@vermilion/contract/devices'
import type { Device } from '@vermilion/contract/devices'
import { deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { enrolmentEndpoints } from '@vermilion/contract/devices/enrolments'
import { deviceUploadEndpoints } from '@vermilion/contract/devices/file-uploads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { sendToDevice } from '../testing/device-upload.ts'
import { connectBehindRouter, connectNamespace, networkProblem } from '../testing/networks.ts'
import type { NetworkNamespace } from '../testing/networks.ts'
import { startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = networkProblem()
const patience = { interval: 100 }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(problem)(`devices in networks${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let folder = ''
  let slow: NetworkNamespace
  let daemon: SshDaemon
  let device: Device
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
    slow = await connectNamespace({ delay: 40, loss: 0.025, kilobits: 2_000 })
    daemon = await startSshDaemon({ machine: slow })
    const environment = { VERMILION_HOST: '0.0.0.0', VERMILION_SSH_PORT: '0' }
    server = await startTestServer({ environment, readingTimes: { interval: 1_000, deadline: 5_000 } })
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
    await slow.remove()
    await rm(folder, { recursive: true, force: true })
  })
  const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
  const download = async (deviceId: string, path: string) =>
    new Uint8Array(
      await (await server.fetch(`/devices/${deviceId}/files/content?path=${encodeURIComponent(path)}`)).arrayBuffer(),
    )
  const orderOf = (name: string, bytes: Uint8Array) => ({
    path: join(folder, name),
    size: bytes.length,
    modifiedAt: 1_700_000_000_000,
  })

  test('R1.07 R2.20 over a slow link that loses packets a device is added and read, and a file goes up and comes down unharmed', async () => {
    device = await addDevice(server, daemon)
    await expect.poll(async () => (await get(device.id)).reading?.cpu, patience).toEqual(expect.any(Number))
    const bytes = randomBytes(60_000)
    const order = { ...orderOf('slow.bin', bytes), offset: 0, checksum: sha256(bytes) }
    expect(await sendToDevice(server, device.id, order, bytes)).toMatchObject({ data: { isComplete: true } })
    expect(sha256(await readFile(order.path))).toBe(sha256(bytes))
    expect(sha256(await download(device.id, order.path))).toBe(sha256(bytes))
    expect(await get(device.id)).toMatchObject({ status: 'online', problem: null })
  })

  test('R1.07 R4.12 a link that goes down in an upload is told, and once it is back the upload goes on', async () => {
    const bytes = randomBytes(100_000)
    const order = orderOf('cut.bin', bytes)
    const partSize = async () => {
      const [name] = (await readdir(folder)).filter((one) => one.endsWith('.part'))
      return name === undefined ? 0 : (await stat(join(folder, name))).size
    }
    const first = sendToDevice(server, device.id, { ...order, offset: 0 }, bytes).catch(() => 'broken')
    await expect.poll(partSize, patience).toBeGreaterThan(20_000)
    slow.unplug()
    await expect.poll(() => get(device.id), patience).toMatchObject({ status: 'offline', problem: 'timed-out' })
    expect(await first).not.toMatchObject({ data: { isComplete: true } })
    slow.plugIn()
    const connect = () => server.call(deviceEndpoints.connectDevice, { params: { deviceId: device.id } })
    await expect.poll(async () => (await connect()).status, patience).toBe('online')
    const params = { deviceId: device.id }
    const { offset } = await server.call(deviceUploadEndpoints.getDeviceUpload, { params, body: order })
    expect(offset).toBeGreaterThan(20_000)
    const rest = { ...order, offset, checksum: sha256(bytes) }
    expect(await sendToDevice(server, device.id, rest, bytes.subarray(offset))).toMatchObject({
      data: { isComplete: true },
    })
    expect(sha256(await readFile(order.path))).toBe(sha256(bytes))
  })

  describe('behind a router that lets nobody in', () => {
    let hidden: NetworkNamespace
    let hiddenDaemon: SshDaemon
    let home = ''
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
      hidden = await connectBehindRouter()
      const settings = [`AuthorizedKeysFile ${join(home, '.ssh/authorized_keys')}`]
      hiddenDaemon = await startSshDaemon({ machine: hidden, settings })
    })
    afterAll(async () => {
      const file = join(home, '.vermilion/pid')
      if (existsSync(file)) spawnSync('sh', ['-c', `kill $(cat '${file}')`])
      await hiddenDaemon.stop()
      await hidden.remove()
      await rm(home, { recursive: true, force: true })
    })
    async function runOnBoard(command: string) {
      const { PATH = '' } = process.env
      const child = spawn('ip', ['netns', 'exec', hidden.namespace, 'sh', '-c', `${command} 2>&1`], {
        env: { PATH, HOME: home, VERMILION_SSHD_PORT: String(hiddenDaemon.port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return text(child.stdout)
    }
    const port = () => new URL(server.address).port

    test('R1.07 a device that cannot be reached adds itself, and is then used like every other', async () => {
      const address = { host: hidden.address, port: hiddenDaemon.port }
      await expect(server.call(deviceEndpoints.scanHostKey, { body: address })).rejects.toMatchObject({
        envelope: { code: 502_501 },
      })
      const outside = createClient(() => `http://${hidden.serverAddress}:${port()}`)
      await outside.signIn()
      const body = { name: 'hidden' }
      const { enrolment, commands } = await outside.call(enrolmentEndpoints.createEnrolment, { body })
      expect(await runOnBoard(commands.curl)).toContain('this machine is added')
      const params = { enrolmentId: enrolment.id }
      const deviceId = (await server.call(enrolmentEndpoints.getEnrolment, { params })).deviceId ?? ''
      await expect
        .poll(() => get(deviceId), patience)
        .toMatchObject({ status: 'online', tunnelled: true, reading: { cpu: expect.any(Number) } })

      const bytes = randomBytes(2_000_000)
      const order = { ...orderOf('hidden.bin', bytes), offset: 0, checksum: sha256(bytes) }
      expect(await sendToDevice(server, deviceId, order, bytes)).toMatchObject({ data: { isComplete: true } })
      expect(sha256(await download(deviceId, order.path))).toBe(sha256(bytes))
      const command = { devices: { deviceIds: [deviceId] }, command: `ip -brief address; wc -c <'${order.path}'` }
      const { id: commandId } = await server.call(deviceCommandEndpoints.runDeviceCommand, { body: command })
      const outcome = () => server.call(deviceCommandEndpoints.readCommandOutput, { params: { commandId, deviceId } })
      await expect.poll(async () => (await outcome()).status, patience).toBe('success')
      expect((await outcome()).output.head).toContain(hidden.address)
      expect((await outcome()).lastLine).toBe('2000000')
    })

    test('R1.07 through its tunnel it reaches neither other ports of the server nor other devices', async () => {
      const script = await readFile(join(home, '.vermilion/tunnel.sh'), 'utf8')
      const [, tunnelPort = '', user = ''] = /-p (\d+)[\s\S]* (device-[\w-]+)@/.exec(script) ?? []
      const flags = '-F /dev/null -i key -o BatchMode=yes -o UserKnownHostsFile=known_hosts'
      const ssh = (more: string) =>
        runOnBoard(`cd '${home}/.vermilion' && ssh ${flags} -p ${tunnelPort} ${more} ${user}@${hidden.serverAddress}`)
      const targets = [`127.0.0.1:${port()}`, '127.0.0.1:22', `${slow.address}:22`]
      const replies = await Promise.all(targets.map((target) => ssh(`-W ${target}`)))
      for (const reply of replies) expect(reply).toMatch(/open failed|forwarding failed/)
      expect(await ssh('-o ExitOnForwardFailure=yes -N -R 2222:127.0.0.1:22')).toContain(
        'remote port forwarding failed',
      )
      expect((await get(device.id)).status).toBe('online')
      const { items } = await server.call(deviceEndpoints.listDevices, { query: { search: 'hidden' } })
      expect(items).toMatchObject([{ status: 'online', tunnelled: true }])
    })
  })
})
