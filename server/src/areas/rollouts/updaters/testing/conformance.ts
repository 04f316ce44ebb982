import type { Device } from '@vermilion/contract/devices'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import type { ArtifactKind } from '@vermilion/contract/rollouts/artifact-kinds'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { RolloutCreate } from '@vermilion/contract/rollouts/creation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../../testing/start-server.ts'
import type { TestServer } from '../../../../testing/start-server.ts'
import { addDevice } from '../../../devices/testing/add-device.ts'
import { boardProblem, startBoard } from '../../../devices/testing/board.ts'
import type { Board } from '../../../devices/testing/board.ts'
import { listRolloutDevices, startRollout, untilOnline, untilRollout } from '../../testing/roll-out.ts'

export type Fault = 'broken' | 'foreign'

export interface UpdaterCase {
  readonly kind: ArtifactKind
  readonly problem: string | undefined
  files?(): Promise<Record<string, string | Buffer>>
  /** Creates an artifact; `broken` must be refused by the device, `foreign` is for another board. */
  make(server: TestServer, version: string, fault?: Fault): Promise<Artifact>
  readonly faults: readonly Fault[]
  inUse(board: Board): string | undefined
  readonly options?: Partial<RolloutCreate>
  readonly boots: number
}

export function testUpdater({ kind, problem: own, files, make, faults, inUse, options, boots }: UpdaterCase): void {
  const problem = boardProblem() ?? own
  describe.skipIf(problem)(`updater ${kind}${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
    let server: TestServer
    let board: Board
    let device: Device
    beforeAll(async () => {
      server = await startTestServer()
      board = await startBoard({ files: await files?.() })
      device = await addDevice(server, board, { name: 'board' })
    })
    afterAll(async () => {
      await server.stop()
      await board.stop()
    })

    async function update(artifact: Artifact, more: Partial<RolloutCreate> = {}) {
      const rollout = await startRollout(server, artifact, [device], { ...options, ...more })
      const outcome = await untilRollout(server, rollout.id, 'success', 'failed', 'paused')
      const [row] = await listRolloutDevices(server, rollout.id)
      return { outcome, row, rolloutId: rollout.id }
    }

    test('R2.20 it installs, says what was there, and does not install again', async () => {
      const first = await make(server, '1.0')
      expect(first).toMatchObject({ kind, version: '1.0' })
      const previous = board.boots()
      expect((await update(first)).row).toMatchObject({ status: 'success', reason: null })
      expect(inUse(board)).toBe('1.0')
      expect(board.boots()).toBe(previous + boots)
      expect((await update(first)).row).toMatchObject({ status: 'skipped' })
      const second = await make(server, '2.0')
      expect((await update(second)).row).toMatchObject({ status: 'success', previousVersion: '1.0', reason: null })
      expect(inUse(board)).toBe('2.0')
    })

    test('R2.20 a version that is not healthy goes, and the one before is in use again', async () => {
      const third = await make(server, '3.0')
      const healthCheck = { kind: 'command' as const, command: 'exit 1', deadlineSeconds: 1 }
      const { outcome, row } = await update(third, { healthCheck })
      expect(row).toMatchObject({ status: 'rolled-back', hasFailed: true, previousVersion: '2.0' })
      expect(outcome.status).toBe('failed')
      expect(inUse(board)).toBe('2.0')
    })

    test.each(faults)('R2.20 an artifact that is %s changes nothing', async (fault) => {
      const artifact = await make(server, '4.0', fault)
      const { row } = await update(artifact)
      expect(['failed', 'rolled-back', 'skipped']).toContain(row?.status)
      expect(row?.reason).not.toBeNull()
      expect(inUse(board)).toBe('2.0')
      await untilOnline(server, device.id)
    })

    test('R2.20 an update can be taken back by hand', async () => {
      const { rolloutId } = await update(await make(server, '5.0'))
      expect(inUse(board)).toBe('5.0')
      await server.call(rolloutEndpoints.rollBackRollout, { params: { rolloutId }, body: { deviceIds: [device.id] } })
      const status = async () => (await listRolloutDevices(server, rolloutId))[0]?.status
      await expect.poll(status).toBe('rolled-back')
      expect(inUse(board)).toBe('2.0')
    })
  })
}
