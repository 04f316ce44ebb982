import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceTerminalEndpoints } from '@vermilion/contract/devices/terminals'
import { terminalEndpoints } from '@vermilion/contract/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { lookAt } from '../../../testing/look-at.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { startCuttableLine } from '../testing/cuttable-line.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'

const busybox = ['/bin/busybox', '/usr/bin/busybox'].find((path) => existsSync(path))
const problem = sshDaemonProblem() ?? (busybox === undefined ? 'there is no busybox' : undefined)
const programs = ['sh', 'env', 'stty', 'cat', 'echo', 'sleep', 'printf', 'ls', 'grep', 'kill', 'yes', 'head']

describe.skipIf(problem)(`poor devices${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-poor-'))
    server = await startTestServer()
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const open = (deviceId: string) =>
    server.call(deviceTerminalEndpoints.openDeviceTerminal, { params: { deviceId }, body: {} })

  async function startPoorDaemon(name: string, python?: string) {
    const bin = join(folder, name)
    spawnSync('mkdir', ['-p', bin])
    for (const program of programs) await symlink(busybox ?? '', join(bin, program))
    if (python !== undefined) await writeFile(join(bin, 'python3'), `#!${busybox} sh\n${python}\n`, { mode: 0o755 })
    const shell = `exec env -i HOME=/ PATH=${bin} TERM=$TERM ${busybox} sh`
    const file = join(folder, `${name}.sh`)
    await writeFile(file, `[ -z "$SSH_ORIGINAL_COMMAND" ] && ${shell}\n${shell} -c "$SSH_ORIGINAL_COMMAND"\n`)
    return startSshDaemon({ settings: [`ForceCommand ${busybox} sh ${file}`] })
  }

  test('R1.07 a device with busybox alone has a terminal, says that it ends with the connection, and ends it so', async () => {
    const daemon = await startPoorDaemon('busybox')
    const line = await startCuttableLine(daemon.port)
    const { id: deviceId } = await addDevice(server, daemon, { name: 'busybox', port: line.port })
    const { id, persistence } = await open(deviceId)
    expect(persistence).toBe('connection')
    const viewing = await lookAt(server, id)
    viewing.send({ type: 'size', columns: 101, rows: 31 })
    viewing.type('stty size; echo "from $PATH"\n')
    await viewing.shows(`from ${join(folder, 'busybox')}`)
    expect(viewing.text()).toContain('31 101')
    line.cut()
    line.reset()
    expect(await viewing.closed).toBe(1000)
    expect(viewing.told('exit')[0]?.exit).toEqual({ code: 255, signal: null, lost: true })
    await line.stop()
    await daemon.stop()
  })

  test('a device that writes for ever without a holder is kept at the pace of who looks, and ends when it is closed', async () => {
    const daemon = await startPoorDaemon('endless')
    const { id: deviceId } = await addDevice(server, daemon, { name: 'endless' })
    const { id } = await open(deviceId)
    const viewing = await lookAt(server, id, { shows: false })
    viewing.type('yes\n')
    await expect.poll(viewing.offset).toBeGreaterThan(100_000)
    const other = await lookAt(server, id)
    await expect.poll(other.offset).toBeGreaterThan(4_000_000)
    await server.call(terminalEndpoints.closeTerminal, { params: { terminalId: id } })
    expect(await other.closed).toBe(4404)
    await daemon.stop()
  })

  test('a device whose Python hangs, answers nonsense or is too old hangs nobody', async () => {
    const hanging = await startPoorDaemon('hanging', 'sleep 600')
    const noisy = await startPoorDaemon('noisy', 'yes XXXXXXXXXXXXXXXXXXXX')
    const old = await startPoorDaemon('old', 'echo "SyntaxError: invalid syntax" >&2; exit 1')
    const [one, two, three] = await Promise.all([
      addDevice(server, hanging, { name: 'hanging' }),
      addDevice(server, noisy, { name: 'noisy' }),
      addDevice(server, old, { name: 'old' }),
    ])
    const [first, second, third] = await Promise.all([
      reasonOf(open(one.id)),
      reasonOf(open(two.id)),
      open(three.id).then(({ persistence }) => persistence),
    ])
    expect([first, third]).toEqual(['terminal.failed', 'connection'])
    // Its endless output may be detected before the terminal opens.
    expect(second).toMatch(/^(?:terminal\.failed|device\.offline)$/)
    const statusOf = async (deviceId: string) =>
      (await server.call(deviceEndpoints.getDevice, { params: { deviceId } })).status
    expect([await statusOf(one.id), await statusOf(three.id)]).toEqual(['online', 'online'])
    await Promise.all([hanging.stop(), noisy.stop(), old.stop()])
  })

  test('a device that stops answering altogether is refused in good time', async () => {
    const daemon = await startSshDaemon()
    const { id: deviceId } = await addDevice(server, daemon, { name: 'frozen' })
    daemon.freeze()
    expect(await reasonOf(open(deviceId))).toBe('terminal.failed')
    daemon.thaw()
    await daemon.stop()
  })
})
