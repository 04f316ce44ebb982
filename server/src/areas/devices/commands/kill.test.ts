import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient, testPassword } from '../../../testing/client.ts'
import { startServerProcess } from '../../../testing/server-process.ts'
import type { ServerProcess } from '../../../testing/server-process.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`killed servers${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: ServerProcess | undefined
  let daemon: SshDaemon
  let data = ''
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-command-kill-'))
    daemon = await startSshDaemon()
  })
  afterEach(async () => {
    await server?.end('SIGKILL')
    await daemon.stop()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  test('R1.07 a server that is killed in the middle of a command runs it nowhere twice, and says what is not known', async () => {
    const start = () => startServerProcess(data, { VERMILION_ADMIN_PASSWORD: testPassword })
    server = await start()
    const client = createClient(() => server?.address ?? '')
    await client.signIn()
    const { host, port, username, privateKey } = daemon
    for (let index = 0; index < 10; index += 1) {
      await client.call(deviceEndpoints.createDevice, {
        body: {
          name: `board-${index}`,
          host,
          port,
          username,
          group: 'all',
          credentials: { method: 'key', privateKey },
          fingerprint: daemon.fingerprint(),
        },
      })
    }
    const runs = join(daemon.folder, 'runs')
    const command = `echo run >>${runs}; sleep 0.5; echo done`
    const body = { devices: { group: 'all' }, command, concurrency: 3 }
    const { id: commandId } = await client.call(deviceCommandEndpoints.runDeviceCommand, { body })
    const get = () => client.call(deviceCommandEndpoints.getDeviceCommand, { params: { commandId } })
    for (let kill = 0; kill < 2; kill += 1) {
      await expect.poll(async () => (await get()).outcomes.success ?? 0, { interval: 10 }).toBeGreaterThan(kill)
      expect(await server.end('SIGKILL')).toBe('SIGKILL')
      server = await start()
      if ((await get()).status === 'ended') break
    }
    await expect.poll(get).toMatchObject({ status: 'ended' })
    const { outcomes } = await get()
    const { success = 0, unknown = 0, offline = 0 } = outcomes
    expect(success + unknown + offline).toBe(10)
    expect(unknown).toBeGreaterThan(0)
    const lines = (await readFile(runs, 'utf8')).trim().split('\n').length
    expect(lines).toBeGreaterThanOrEqual(success)
    expect(lines).toBeLessThanOrEqual(success + unknown)
  })
})
