import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { spawn } from '@lydell/node-pty'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { deviceTerminalEndpoints } from '@vermilion/contract/devices/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../areas/devices/testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../../areas/devices/testing/ssh-daemon.ts'
import type { SshDaemon } from '../../areas/devices/testing/ssh-daemon.ts'
import { runCommand } from '../../testing/server-process.ts'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'

const problem = sshDaemonProblem()
const pty = createRequire(import.meta.url)('@lydell/node-pty') as { spawn: typeof spawn }
const program = fileURLToPath(new URL('../main.ts', import.meta.url))

describe.skipIf(problem)(`devices from a terminal${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let deviceId = ''
  let environment: Record<string, string>
  beforeAll(async () => {
    daemon = await startSshDaemon()
    server = await startTestServer()
    deviceId = (await addDevice(server, daemon, { name: 'board', group: 'all' })).id
    await addDevice(server, daemon, { name: 'board-2', group: 'all' })
    const body = { name: 'scripts', expiresAt: null }
    const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
    environment = { VERMILION_URL: server.address, VERMILION_TOKEN: secret, VERMILION_DATA: daemon.folder }
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
  })

  function start(...parameters: string[]) {
    const env = { ...process.env, ...environment }
    const terminal = pty.spawn(process.execPath, [program, 'device', 'ssh', ...parameters], { cols: 90, rows: 28, env })
    let text = ''
    terminal.onData((part) => (text += part))
    const exit = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)))
    const shows = (words: string | RegExp) => expect.poll(() => text).toMatch(words)
    return { terminal, exit, shows, text: () => text }
  }

  test('R1.07 R8.11 a terminal of this machine becomes one on a device, is left, come back to and ended', async () => {
    const first = start('board')
    first.terminal.write('exec sh\rPS1=; stty size\r')
    await first.shows('28 90')
    first.terminal.resize(70, 20)
    await expect
      .poll(() => server.call(deviceTerminalEndpoints.listDeviceTerminals, { params: { deviceId } }))
      .toMatchObject([{ columns: 70, rows: 20, creator: 'admin' }])
    first.terminal.write('word=remembered\r\u001D')
    expect(await first.exit).toBe(0)
    const terminalId = /--terminal (\S+)/.exec(first.text())?.[1] ?? ''
    const again = start('board', '--terminal', terminalId)
    await again.shows('28 90')
    again.terminal.write('echo "it is $word"; exit 3\r')
    await again.shows('it is remembered')
    expect(await again.exit).toBe(3)
  })

  test('R1.07 R8.11 a command runs on devices from a script, with what it came to on each', async () => {
    const device = (...parameters: string[]) => runCommand(daemon.folder, ['device', ...parameters], '', environment)
    const good = await device('run', '--group', 'all', '--', 'echo', '"it is $((6 * 7))"')
    expect(good.status).toBe(0)
    expect(good.output.split('\n').toSorted()).toEqual(['', 'board  success  it is 42', 'board-2  success  it is 42'])
    const bad = await device('run', '--device', 'board', '--output', '--', 'printf "a\\033[31mb\\nc\\n"; exit 4')
    expect(bad).toEqual({ status: 1, output: 'board  failed  exit 4  c\nboard: a\u{FFFD}[31mb\nboard: c\n' })
    const wrong = [
      [['run', '--device', 'board'], 2, 'Say what to run'],
      [['run', '--', 'true'], 2, 'Say where'],
      [['run', '--device', 'nobody', '--', 'true'], 1, 'There is no device named nobody'],
      [['ssh'], 2, 'Say which device'],
    ] as const
    for (const [parameters, status, words] of wrong) {
      const refused = await device(...parameters)
      expect([refused.status, refused.output]).toEqual([status, expect.stringContaining(words)])
    }
  })
})
