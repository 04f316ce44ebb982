import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { addDevice } from '../../devices/testing/add-device.ts'
import { addArtifact } from '../testing/artifacts.ts'
import { scriptArchive } from '../testing/script-archive.ts'
import { boardProblem, startBoard } from '../../devices/testing/board.ts'
import { listRolloutDevices, startRollout, untilDevice, untilRollout } from '../testing/roll-out.ts'

const problem = boardProblem()
const noise = (size: number) =>
  Buffer.concat(Array.from({ length: Math.ceil(size / 60_000) }, () => crypto.getRandomValues(Buffer.alloc(60_000))))

describe.skipIf(problem)(`rollouts to odd devices${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: KillableServer
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-rollouts-'))
    server = createKillableServer(data)
    await server.start()
  })
  afterAll(async () => {
    await server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  test('R2.20 a device without room is told so, whether at first or in the middle, and is not left full', async () => {
    const board = await startBoard({ homeSize: 6 })
    const device = await addDevice(server, board, { name: 'small' })
    const content = await scriptArchive({ name: 'big', version: '1', scripts: { noise: noise(9_000_000) } })
    const rollout = await startRollout(server, await addArtifact(server, content), [device])
    expect((await untilDevice(server, rollout.id, device.id, 'failed')).reason?.en).toMatch(
      /4 MiB free|5 MiB free|6 MiB free/,
    )
    const fits = await scriptArchive({ name: 'fits', version: '1', scripts: { noise: noise(1_200_000) } })
    const slow = await startRollout(server, await addArtifact(server, fits), [device], { throttle: 300_000 })
    await untilDevice(server, slow.id, device.id, 'transferring')
    board.run('head -c 20000000 /dev/zero >fill 2>/dev/null')
    const failed = await untilDevice(server, slow.id, device.id, 'failed')
    expect(failed.reason?.en).toMatch(/space/i)
    expect(board.run('ls .vermilion/artifacts').trim()).toBe('')
    await board.stop()
  })

  test('R2.20 neither a clock that is years wrong nor busybox alone is in the way', async () => {
    const board = await startBoard({
      files: {
        'usr/local/bin/date': '#!/bin/sh\nexec /bin/date -d "1970-01-02"\n',
        'board-start':
          'for tool in tar sha256sum setsid df wc tr head tail readlink; do ln -sf /bin/busybox /usr/local/bin/$tool; done\n',
      },
    })
    const device = await addDevice(server, board, { name: 'plain' })
    expect(board.run('date +%Y').trim()).not.toBe(String(new Date().getFullYear()))
    const artifact = await addArtifact(server, await scriptArchive({ name: 'plain', version: '1' }))
    const rollout = await startRollout(server, artifact, [device])
    await untilRollout(server, rollout.id, 'success', 'failed', 'paused')
    expect(await listRolloutDevices(server, rollout.id)).toMatchObject([{ status: 'success', reason: null }])
    await board.stop()
  })

  test('R2.20 a device that was removed since is told as such when all go back, and holds up nothing', async () => {
    const board = await startBoard()
    const device = await addDevice(server, board, { name: 'sold' })
    const artifact = await addArtifact(server, await scriptArchive({ name: 'sold', version: '1' }))
    const rollout = await startRollout(server, artifact, [device])
    await untilRollout(server, rollout.id, 'success')
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: device.id } })
    const params = { rolloutId: rollout.id }
    await server.call(rolloutEndpoints.rollBackRollout, { params, body: { deviceIds: [] } })
    await untilRollout(server, rollout.id, 'rolled-back')
    expect(await listRolloutDevices(server, rollout.id)).toMatchObject([
      { status: 'failed', reason: { en: 'the device was removed' } },
    ])
    await board.stop()
  })
})
