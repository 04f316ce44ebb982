import { accountEndpoints } from '@vermilion/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../areas/devices/testing/add-device.ts'
import { addArtifact } from '../../areas/rollouts/testing/artifacts.ts'
import { scriptArchive } from '../../areas/rollouts/testing/script-archive.ts'
import { boardProblem, startBoard } from '../../areas/devices/testing/board.ts'
import type { Board } from '../../areas/devices/testing/board.ts'
import { runCommand } from '../../testing/server-process.ts'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'

const problem = boardProblem()

describe.skipIf(problem)(`rollouts from scripts${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let board: Board
  let environment: Record<string, string>
  beforeAll(async () => {
    board = await startBoard()
    server = await startTestServer()
    await addDevice(server, board, { name: 'arm', group: 'line' })
    const { secret } = await server.call(accountEndpoints.createAccessToken, {
      body: { name: 'scripts', expiresAt: null },
    })
    environment = { VERMILION_URL: server.address, VERMILION_TOKEN: secret }
  })
  afterAll(async () => {
    await server.stop()
    await board.stop()
  })
  const rollout = (...parameters: string[]) =>
    runCommand(board.folder, ['device', 'rollout', ...parameters], '', environment)

  test('R1.07 R2.20 a rollout is created and followed from a script, and taken back', async () => {
    await addArtifact(server, await scriptArchive({ version: '1.0' }))
    const missing = await rollout('create', '--artifact', 'app@9', '--device', 'arm')
    expect(missing).toMatchObject({ status: 2, output: expect.stringContaining('There is no artifact app@9') })
    const created = await rollout('create', '--artifact', 'app@1.0', '--group', 'line', '--health', 'true', '--wait')
    expect(created).toMatchObject({ status: 0, output: expect.stringContaining('1 devices: 1 success') })
    const [id = ''] = created.output.split(' ')
    expect(await rollout('status', id, '--json')).toMatchObject({ status: 0 })
    expect((await rollout('pause', id)).status).toBe(1)
    expect((await rollout('rollback', id)).status).toBe(0)
    const { output } = await rollout('status', id)
    expect(output).toMatch(/rolling-back|rolled-back/)
  })
})
