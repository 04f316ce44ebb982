import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Device } from '@vermilion/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { addDevice } from '../../devices/testing/add-device.ts'
import { addArtifact } from './artifacts.ts'
import { scriptArchive } from './script-archive.ts'
import { boardProblem, startBoard } from '../../devices/testing/board.ts'
import type { Board } from '../../devices/testing/board.ts'
import { getRollout, listRolloutDevices, startRollout } from './roll-out.ts'

interface Plan {
  readonly boards: number
  readonly accounts: number
  readonly kills: number
}

const random = createRandom(testSeed)

export function testRolloutUnderKills({ boards: boardCount, accounts: accountCount, kills }: Plan): void {
  const total = boardCount * accountCount
  const problem = boardProblem()
  const names = Array.from({ length: accountCount }, (_, index) => `d${index}`)

  describe.skipIf(problem)(`rollouts under kills${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
    let data: string
    let server: KillableServer
    let boards: Board[]
    const devices: Device[] = []
    beforeAll(async () => {
      data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
      server = createKillableServer(data)
      await server.start()
      boards = await Promise.all(Array.from({ length: boardCount }, () => startBoard({ accounts: names })))
      for (const [index, board] of boards.entries())
        for (const username of names)
          devices.push(await addDevice(server, board, { name: `board ${index} ${username}`, username }))
    }, 600_000)
    afterAll(async () => {
      await server.kill()
      await Promise.all(boards.map((board) => board.stop()))
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
    })

    test(
      `R2.20 ${total} devices install once each, though the server is killed ${kills} times (seed ${testSeed})`,
      { timeout: 1_800_000 },
      async () => {
        const install = '#!/bin/sh\nsleep 0.3\necho "$VERMILION_VERSION" >>"$HOME/installs"\n'
        const noise = crypto.getRandomValues(Buffer.alloc(40_000))
        const artifact = await addArtifact(server, await scriptArchive({ version: '1', scripts: { install, noise } }))
        const { id } = await startRollout(server, artifact, devices, { concurrency: 40, phases: [{ size: 30 }] })
        for (let kill = 0; kill < kills; kill += 1) {
          const enough = Math.floor((total * (kill + 0.5)) / kills)
          await untilEnded(id, enough)
          await delay(random() * 300)
          await server.kill()
          await server.start()
        }
        expect(await untilEnded(id, total)).toMatchObject({
          status: 'success',
          failures: 0,
          counts: { success: total },
        })
        for (const board of boards)
          expect(board.run('cat /board/*/installs').trim().split('\n')).toEqual(names.map(() => '1'))
        const rows = await listRolloutDevices(server, id)
        expect(rows.map(({ attempt, transferred }) => [attempt, transferred])).toEqual(
          devices.map(() => [1, artifact.size]),
        )
        await server.kill()
        const { status, output } = await runCommand(data, ['doctor'])
        expect(output).not.toContain('says')
        expect(status).toBe(0)
      },
    )

    async function untilEnded(rolloutId: string, enough: number) {
      for (;;) {
        const latest = await getRollout(server, rolloutId)
        const { success, failed } = latest.counts
        if (success + failed >= enough && (enough < total || latest.endedAt !== null)) return latest
        if (latest.status === 'paused') throw new Error(`it was paused: ${latest.reason?.en ?? ''}`)
        await delay(50)
      }
    }
  })
}
