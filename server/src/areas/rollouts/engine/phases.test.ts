import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Device } from '@vermilion/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../../devices/testing/add-device.ts'
import { addArtifact } from '../testing/artifacts.ts'
import { scriptArchive } from '../testing/script-archive.ts'
import { boardProblem, startBoard } from '../../devices/testing/board.ts'
import type { Board } from '../../devices/testing/board.ts'
import { getRollout, listRolloutDevices, logOf, startRollout, untilRollout } from '../testing/roll-out.ts'

const problem = boardProblem()

describe.skipIf(problem)(
  `phases and health checks of a rollout${problem === undefined ? '' : `, skipped: ${problem}`}`,
  () => {
    let server: TestServer
    let boards: Board[]
    let devices: Device[]
    beforeAll(async () => {
      server = await startTestServer()
      boards = await Promise.all([startBoard(), startBoard(), startBoard()])
      devices = await Promise.all(boards.map((board, index) => addDevice(server, board, { name: `board ${index}` })))
    })
    afterAll(async () => {
      await server.stop()
      await Promise.all(boards.map((board) => board.stop()))
    })
    const device = (index: number) => devices[index] as Device
    const inUse = async (index: number, name: string) => (await boards[index]?.read(`board/${name}-in-use`))?.trim()
    const artifactOf = async (options: Parameters<typeof scriptArchive>[0]) =>
      addArtifact(server, await scriptArchive(options))

    test('R2.20 a health check by HTTP is asked from the server and on the device, and where it fails the device goes back', async () => {
      const paths: string[] = []
      let status = 200
      const service = createServer((request, response) => {
        paths.push(request.url ?? '')
        response.writeHead(status).end()
      }).listen(0, '127.0.0.1')
      await once(service, 'listening')
      const { port } = service.address() as AddressInfo
      const check = (from: 'server' | 'device', host: string) => ({
        healthCheck: { kind: 'http' as const, from, url: `http://${host}:${port}/${from}`, deadlineSeconds: 1 },
      })
      const rollOut = async (version: string, options: ReturnType<typeof check>) => {
        const artifact = await artifactOf({ name: 'served', version })
        const { id } = await startRollout(server, artifact, [device(0)], options)
        await untilRollout(server, id, 'success', 'failed')
        const [row] = await listRolloutDevices(server, id)
        return { status: row?.status, reason: row?.reason?.en }
      }
      expect(await rollOut('1', check('server', '{host}'))).toEqual({ status: 'success', reason: undefined })
      expect(await rollOut('2', check('device', '127.0.0.1'))).toEqual({ status: 'success', reason: undefined })
      expect(paths).toEqual(['/server', '/device'])
      status = 503
      for (const from of ['server', 'device'] as const) {
        const outcome = await rollOut(`3-${from}`, check(from, '127.0.0.1'))
        expect(outcome).toEqual({ status: 'rolled-back', reason: expect.stringContaining('503') })
        expect(await inUse(0, 'served')).toBe('2')
      }
      service.close()
      expect(await rollOut('4', check('server', '{host}'))).toMatchObject({ status: 'rolled-back' })
      // Metadata addresses of clouds: mapped, 6to4 and NAT64.
      for (const host of ['[::ffff:169.254.169.254]', '[2002:a9fe:a9fe::1]', '[64:ff9b::a9fe:a9fe]']) {
        const outcome = await rollOut(`5-${host.length}`, check('server', host))
        expect(outcome).toEqual({ status: 'rolled-back', reason: expect.stringContaining('address-forbidden') })
      }
    })

    test('R2.20 between phases a rollout waits, says until when, and begins with nothing before that', async () => {
      const artifact = await artifactOf({ name: 'phased', version: '1' })
      const seconds = 2
      const rollout = await startRollout(server, artifact, devices, {
        canary: 1,
        canaryWaitSeconds: seconds,
        phases: [{ size: 1, unit: 'devices', waitSeconds: seconds }],
      })
      expect(rollout.phases.map((phase) => phase.devices)).toEqual([1, 1, 1])
      const waits = new Set<string>()
      await expect
        .poll(
          async () => {
            const { status, waitsUntil } = await getRollout(server, rollout.id)
            if (waitsUntil !== null) waits.add(waitsUntil)
            return status
          },
          { timeout: 40_000, interval: 50 },
        )
        .toBe('success')
      expect(waits.size).toBe(2)
      const rows = (await listRolloutDevices(server, rollout.id)).toSorted((a, b) => a.phase - b.phase)
      const gaps = rows.slice(1).map(({ startedAt }, index) => {
        return Date.parse(startedAt ?? '') - Date.parse(rows[index]?.endedAt ?? '')
      })
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(seconds * 1_000)
    })

    test('R2.20 what an install writes without end fills no disk of a device, and holds up nothing', async () => {
      const line = 'x'.repeat(1_000)
      const install = `#!/bin/sh\nyes ${line} | head -c 12000000\necho 1 >"$HOME/talkative-in-use"\n`
      const artifact = await artifactOf({ name: 'talkative', version: '1', scripts: { install } })
      const rollout = await startRollout(server, artifact, [device(2)])
      await untilRollout(server, rollout.id, 'success')
      expect(await inUse(2, 'talkative')).toBe('1')
      const size = Number(boards[2]?.run('cat .vermilion/orders/*/install/log | wc -c'))
      expect(size).toBeGreaterThan(1_000_000)
      expect(size).toBeLessThan(1_100_000)
      expect(await logOf(server, rollout.id, device(2).id)).toContain('(what it wrote after that is not stored)')
    })
  },
)
