import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Device } from '@vermilion/contract/devices'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceCollectionEndpoints } from '@vermilion/contract/devices/collections'
import { deviceUploadEndpoints } from '@vermilion/contract/devices/file-uploads'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { sendToDevice } from '../testing/device-upload.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()
const skipped = problem === undefined ? '' : `, skipped: ${problem}`
const patience = { interval: 100 }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(problem)(`what is cut off goes on${skipped}`, () => {
  let data = ''
  let folder = ''
  let server: KillableServer
  let daemon: SshDaemon
  let device: Device
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-cut-off-'))
    folder = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
    daemon = await startSshDaemon({ settings: ['SetEnv HOME=/'] })
    server = createKillableServer(data)
    await server.start()
    device = await addDevice(server, daemon)
  })
  afterAll(async () => {
    await server.kill()
    await daemon.stop()
    for (const path of [data, folder]) await rm(path, { recursive: true, force: true })
  })
  const online = () =>
    expect
      .poll(
        async () => (await server.call(deviceEndpoints.connectDevice, { params: { deviceId: device.id } })).status,
        patience,
      )
      .toBe('online')

  test('R1.07 R4.12 an upload cut off by the end of the device, and then of the server, arrives with an equal hash', async () => {
    const bytes = randomBytes(9_000_000)
    const order = { path: join(folder, 'a.bin'), size: bytes.length, modifiedAt: 1_700_000_000_000 }
    const stateOf = () =>
      server.call(deviceUploadEndpoints.getDeviceUpload, { params: { deviceId: device.id }, body: order })
    const stalled = (from: number, to: number) =>
      new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes.subarray(from, to)) })
    const part = async () => {
      const [name] = (await readdir(folder)).filter((one) => one.endsWith('.part'))
      return name === undefined ? 0 : (await stat(join(folder, name))).size
    }

    const first = sendToDevice(server, device.id, { ...order, offset: 0 }, stalled(0, 3_000_000)).catch(() => 'broken')
    await expect.poll(part, patience).toBeGreaterThan(2_000_000)
    await daemon.kill()
    await expect
      .poll(
        async () => (await server.call(deviceEndpoints.getDevice, { params: { deviceId: device.id } })).status,
        patience,
      )
      .toBe('offline')
    await daemon.restart()
    await online()
    const { offset } = await stateOf()
    expect(offset).toBeGreaterThan(2_000_000)

    const second = sendToDevice(server, device.id, { ...order, offset }, stalled(offset, 7_000_000)).catch(
      () => 'broken',
    )
    await expect.poll(part, patience).toBeGreaterThan(offset + 1_000_000)
    await server.kill()
    expect(await second).toBe('broken')
    await first
    await server.start()
    await online()
    const again = await stateOf()
    expect(again.offset).toBeGreaterThan(offset + 1_000_000)
    expect(await stat(order.path).catch(() => 'not yet')).toBe('not yet')
    const last = { ...order, offset: again.offset, checksum: sha256(bytes) }
    expect(await sendToDevice(server, device.id, last, bytes.subarray(again.offset))).toMatchObject({
      data: { isComplete: true },
    })
    expect(sha256(await readFile(order.path))).toBe(sha256(bytes))
    expect(await readdir(folder)).toEqual(['a.bin'])
  })

  test('R1.07 R4.12 a collection goes on after SIGKILL, and each file is there once', async () => {
    const own = join(folder, 'captures')
    await mkdir(own)
    const files = new Map(Array.from({ length: 600 }, (_, number) => [`${number}.bin`, randomBytes(8_000)]))
    for (const [name, content] of files) await writeFile(join(own, name), content)
    const { id: spaceId } = await server.call(spaceEndpoints.createSpace, {
      body: { name: 'captures', path: 'captures' },
    })
    const params = { deviceId: device.id }
    const { id: collectionId } = await server.call(deviceCollectionEndpoints.createDeviceCollection, {
      params,
      body: { folder: own, pattern: '*.bin', spaceId, spaceFolder: '' },
    })
    const run = async () =>
      (await server.call(deviceCollectionEndpoints.listCollectionRuns, { params: { ...params, collectionId } }))[0]
    await expect.poll(async () => (await run())?.collected, patience).toBeGreaterThan(0)
    await server.kill()
    await server.start()
    await expect.poll(run, patience).toMatchObject({ state: 'success', collected: files.size, failed: 0 })
    const checksums = new Map<string, string | null>()
    for (let offset = 0; offset < files.size; offset += 500) {
      const query = { recursive: true, limit: 500, offset }
      const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
      for (const { path, checksum } of items) checksums.set(path, checksum)
    }
    expect(checksums.size).toBe(files.size)
    for (const [name, content] of files) expect(checksums.get(name)).toBe(sha256(content))
  })
})
