import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Device } from '@vermilion/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { addDevice } from '../../devices/testing/add-device.ts'
import { addArtifact } from '../testing/artifacts.ts'
import { scriptArchive } from '../testing/script-archive.ts'
import { boardProblem, startBoard } from '../../devices/testing/board.ts'
import type { Board } from '../../devices/testing/board.ts'
import {
  listRolloutDevices,
  logOf,
  startRollout,
  untilDevice,
  untilOffline,
  untilOnline,
  untilRollout,
} from '../testing/roll-out.ts'

const problem = boardProblem()
const slowInstall = `#!/bin/sh
echo begun >>"$HOME/begun"
while [ ! -e "$HOME/go" ]; do sleep 0.1; done
echo "$VERMILION_VERSION" >>"$HOME/installs"
`
const noise = (size: number) =>
  Buffer.concat(Array.from({ length: Math.ceil(size / 60_000) }, () => crypto.getRandomValues(Buffer.alloc(60_000))))

describe.skipIf(problem)(`rollouts that are cut off${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: KillableServer
  let data: string
  let board: Board
  let device: Device
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-rollouts-'))
    server = createKillableServer(data)
    board = await startBoard()
    await server.start()
    device = await addDevice(server, board, { name: 'board' })
  })
  afterAll(async () => {
    await server.kill()
    await board.stop()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })
  const artifactOf = async (options: Parameters<typeof scriptArchive>[0]) =>
    addArtifact(server, await scriptArchive(options))
  const countOf = async (path: string) => (await board.read(`board/${path}`))?.trim().split('\n').length ?? 0
  const transferring = (rolloutId: string) =>
    expect.poll(async () => (await listRolloutDevices(server, rolloutId))[0]?.transferred).toBeGreaterThan(30_000)

  test('R2.20 a device that is offline is waited for, and goes on once it is back', async () => {
    const artifact = await artifactOf({ name: 'away', version: '1' })
    await board.cutPower()
    await untilOffline(server, device.id)
    const rollout = await startRollout(server, artifact, [device])
    expect(await untilDevice(server, rollout.id, device.id, 'waiting')).toMatchObject({
      reason: { en: expect.stringContaining('offline') },
    })
    const late = await startRollout(server, await artifactOf({ name: 'late', version: '1' }), [device], {
      offlineDeadlineSeconds: 1,
    })
    await board.restorePower()
    await untilOnline(server, device.id)
    await untilRollout(server, rollout.id, 'success')
    expect(await board.read('board/away-in-use')).toBe('1\n')
    await untilRollout(server, late.id, 'success', 'failed', 'paused')
  })

  test('R2.20 killed in a transfer, device and server go on where they were, and installed is what was sent', async () => {
    const artifact = await artifactOf({ name: 'cut', version: '1', scripts: { noise: noise(240_000) } })
    const rollout = await startRollout(server, artifact, [device], { throttle: 40_000 })
    await transferring(rollout.id)
    await board.cutPower()
    await untilDevice(server, rollout.id, device.id, 'waiting')
    const part = (await board.read(`board/.vermilion/artifacts/${artifact.checksum}.part`))?.length ?? 0
    expect(part).toBeGreaterThan(0)
    await board.restorePower()
    await untilOnline(server, device.id)
    await untilDevice(server, rollout.id, device.id, 'transferring')
    await server.kill()
    board.run(
      `printf broken | dd of=.vermilion/artifacts/${artifact.checksum}.part conv=notrunc bs=1 seek=100 2>/dev/null`,
    )
    await server.start()
    await untilRollout(server, rollout.id, 'success')
    expect(await board.read('board/cut-in-use')).toBe('1\n')
  })

  test('R2.20 a server and a connection that are killed in an install find it done once', async () => {
    const artifact = await artifactOf({ name: 'slow', version: '1', scripts: { install: slowInstall } })
    const previous = await countOf('installs')
    const rollout = await startRollout(server, artifact, [device])
    await expect.poll(() => countOf('begun')).toBe(1)
    board.run('pkill -KILL -f "sshd: root"')
    await server.kill()
    board.run('touch go')
    await expect.poll(() => countOf('installs')).toBe(previous + 1)
    await server.start()
    await untilRollout(server, rollout.id, 'success')
    expect(await countOf('begun')).toBe(1)
    expect(await countOf('installs')).toBe(previous + 1)
  })

  test('R2.20 a device that loses its power in an install tells the truth, and repeats what may be repeated', async () => {
    board.run('rm -f go begun')
    const once = await artifactOf({ name: 'once', version: '1', scripts: { install: slowInstall } })
    const first = await startRollout(server, once, [device], { rollBackOnFailure: false })
    await expect.poll(() => countOf('begun')).toBe(1)
    await board.cutPower()
    await board.restorePower()
    await untilOnline(server, device.id)
    const failed = await untilDevice(server, first.id, device.id, 'failed', 'success')
    expect(failed).toMatchObject({ status: 'failed', reason: { en: expect.stringContaining('lost its power') } })

    const previous = await countOf('installs')
    const again = await artifactOf({ name: 'again', version: '1', repeatable: true, scripts: { install: slowInstall } })
    const second = await startRollout(server, again, [device])
    await expect.poll(() => countOf('begun')).toBe(2)
    await board.cutPower()
    await board.restorePower()
    board.run('touch go')
    await untilOnline(server, device.id)
    await untilRollout(server, second.id, 'success')
    expect(await countOf('installs')).toBe(previous + 1)
    expect(await logOf(server, second.id, device.id)).toContain('install was cut off, and is begun again (1)')
  })
})
