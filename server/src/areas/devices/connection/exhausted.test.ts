import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { boardProblem, processLimitProblem, startBoard } from '../testing/board.ts'
import type { Board } from '../testing/board.ts'
import { addDevice } from '../testing/add-device.ts'

const problem = boardProblem() ?? processLimitProblem()
const patience = { interval: 200 }
/** Bash retries failed forks, so it takes every process slot that becomes free. */
const forkBomb = "nice -n 19 bash -c ':() { : | : & }; :; while :; do :; sleep 0.1; done'"

describe.skipIf(problem)(`exhausted devices${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let board: Board
  let other: Board
  beforeAll(async () => {
    server = await startTestServer({ readingTimes: { interval: 500, slowInterval: 1_000, deadline: 4_000 } })
    ;[board, other] = await Promise.all([startBoard({ maxProcesses: 60 }), startBoard()])
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([board.stop(), other.stop()])
  })
  const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
  async function run(deviceId: string, command: string) {
    const body = { devices: { deviceIds: [deviceId] }, command, timeoutSeconds: 20 }
    const { id: commandId } = await server.call(deviceCommandEndpoints.runDeviceCommand, { body })
    return () => server.call(deviceCommandEndpoints.readCommandOutput, { params: { commandId, deviceId } })
  }

  test('R2.20 R3.01 a fork bomb on a device is told as a device that does not answer, is in nobody’s way, and is over with it', async () => {
    const device = await addDevice(server, board, { name: 'bombed' })
    const healthy = await addDevice(server, other, { name: 'healthy' })
    for (const { id } of [device, healthy])
      await expect.poll(async () => (await get(id)).reading, patience).not.toBeNull()
    const bombing = await run(device.id, forkBomb)
    await expect.poll(() => get(device.id), patience).toMatchObject({ status: 'offline', problem: 'timed-out' })
    expect(await get(device.id)).toMatchObject({ reading: expect.anything(), lastSeenAt: expect.any(String) })
    await expect.poll(async () => (await bombing()).status, patience).toBe('unknown')
    expect((await bombing()).output.head).toContain('Resource temporarily unavailable')
    // The fork bomb continues: calls to this device fail at once, and the other device works as before.
    const late = await run(device.id, 'true')
    await expect.poll(async () => (await late()).status, patience).toMatch(/offline|unknown|failed/)
    const previous = (await get(healthy.id)).reading?.at
    const well = await run(healthy.id, 'echo well')
    await expect.poll(async () => (await well()).lastLine, patience).toBe('well')
    await expect.poll(async () => (await get(healthy.id)).reading?.at, patience).not.toBe(previous)

    await board.cutPower()
    await board.restorePower()
    const connect = () => server.call(deviceEndpoints.connectDevice, { params: { deviceId: device.id } })
    await expect.poll(async () => (await connect()).status, patience).toBe('online')
    const again = await run(device.id, 'echo well')
    await expect.poll(async () => (await again()).lastLine, patience).toBe('well')
  })
})
