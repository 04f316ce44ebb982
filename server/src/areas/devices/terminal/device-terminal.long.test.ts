import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { deviceTerminalEndpoints } from '@vermilion/contract/devices/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from '../../../testing/look-at.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { startCuttableLine } from '../testing/cuttable-line.ts'
import type { CuttableLine } from '../testing/cuttable-line.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()
const minute = 60_000

describe.skipIf(problem)(`a minute without a network${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let line: CuttableLine
  beforeAll(async () => {
    daemon = await startSshDaemon({ settings: [`SetEnv HOME=${tmpdir()} SHLVL=2`] })
    line = await startCuttableLine(daemon.port)
    server = await startTestServer()
  })
  afterAll(async () => {
    await server.stop()
    await line.stop()
    await daemon.stop()
  })

  test('R1.07 R4.02 a network that is away for a minute is doubted, given up and come back to without a byte lost', async () => {
    const { id: deviceId } = await addDevice(server, daemon, { port: line.port })
    const { id } = await server.call(deviceTerminalEndpoints.openDeviceTerminal, { params: { deviceId }, body: {} })
    const viewing = await lookAt(server, id)
    viewing.type('exec sh\nstty -echo; PS1=; PS2=; echo rea""dy\n')
    await viewing.shows('ready\r\n')
    viewing.type(
      'i=0; while [ $i -lt 4000 ]; do i=$((i+1)); echo "line $i"; [ $((i % 50)) = 0 ] && sleep 1; done; echo o""ver\n',
    )
    await viewing.shows('line 200\r\n')
    line.cut()
    const typed = Array.from({ length: 60 }, (_, second) => `echo typed ${second}\n`)
    for (const text of typed) {
      viewing.type(text)
      await delay(minute / typed.length)
    }
    const states = viewing.told('line').map(({ state }) => state)
    expect(states).toEqual(['connected', 'unknown', 'disconnected'])
    line.reset()
    line.mend()
    await viewing.shows('typed 59\r\n')
    const lines = viewing.text().split('\r\n')
    expect(lines.slice(lines.indexOf('line 1'))).toEqual([
      ...Array.from({ length: 4_000 }, (_, index) => `line ${index + 1}`),
      'over',
      ...typed.map((_, second) => `typed ${second}`),
      '',
    ])
    expect(viewing.told('line').at(-1)?.state).toBe('connected')
  }, 300_000)
})
