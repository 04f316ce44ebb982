import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceTerminalEndpoints } from '@vermilion/contract/devices/terminals'
import { terminalEndpoints, terminalWindow } from '@vermilion/contract/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { knock, lookAt } from '../../../testing/look-at.ts'
import type { Viewing } from '../../../testing/look-at.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { startCuttableLine } from '../testing/cuttable-line.ts'
import type { CuttableLine } from '../testing/cuttable-line.ts'
import { frame, numbers } from './frames.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`device terminals${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let line: CuttableLine
  let deviceId = ''
  beforeAll(async () => {
    daemon = await startSshDaemon({ settings: [`SetEnv HOME=${tmpdir()} SHLVL=2`] })
    line = await startCuttableLine(daemon.port)
    server = await startTestServer()
    deviceId = (await addDevice(server, daemon, { port: line.port })).id
  })
  afterAll(async () => {
    await server.stop()
    await line.stop()
    await daemon.stop()
  })

  const open = (id = deviceId) =>
    server.call(deviceTerminalEndpoints.openDeviceTerminal, { params: { deviceId: id }, body: {} })
  const list = () => server.call(deviceTerminalEndpoints.listDeviceTerminals, { params: { deviceId } })
  const close = (terminalId: string) => server.call(terminalEndpoints.closeTerminal, { params: { terminalId } })
  const records = async () => {
    const { items } = await server.call(deviceEndpoints.listDeviceRecords, { params: { deviceId }, query: {} })
    return items
  }
  const quiet = 'exec sh\nstty -echo; PS1=; PS2=; echo rea""dy\n'
  async function openQuiet(options?: Parameters<typeof lookAt>[2]): Promise<{ id: string; viewing: Viewing }> {
    const { id } = await open()
    const viewing = await lookAt(server, id, options)
    viewing.type(quiet)
    await viewing.shows('ready\r\n')
    return { id, viewing }
  }
  const lineOf = (viewing: Viewing) => viewing.told('line').at(-1)?.state

  test('R1.07 R4.02 a shell on a device is typed in, sized, looked at by two, and its end is told and kept', async () => {
    const { id, viewing } = await openQuiet()
    expect(lineOf(viewing)).toBe('connected')
    const other = await lookAt(server, id)
    viewing.send({ type: 'size', columns: 100, rows: 30 })
    viewing.type('stty size; echo "$0 $TERM $PWD 火"\n')
    await viewing.shows('30 100\r\n')
    await other.shows('xterm-256color')
    other.send({ type: 'size', columns: 60, rows: 20 })
    other.type('stty size\n')
    await viewing.shows('20 60\r\n')
    expect(viewing.told('viewers').at(-1)?.count).toBe(2)
    other.type('exit 3\n')
    expect(await viewing.closed).toBe(1000)
    expect(viewing.told('exit')[0]?.exit).toEqual({ code: 3, signal: null })
    expect(await list()).toMatchObject([{ id, deviceId, persistence: 'holder', exit: { code: 3 }, creator: 'admin' }])
    await close(id)
    await expect.poll(records).toContainEqual(expect.objectContaining({ action: 'terminal-closed', account: null }))
    expect(await records()).toContainEqual(expect.objectContaining({ action: 'terminal-opened', account: 'admin' }))
    expect(await list()).toEqual([])
  })

  test('R4.02 a network that is cut and loses its connection loses not a byte of what is written or typed', async () => {
    const { id, viewing } = await openQuiet()
    viewing.type(
      'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "line $i"; [ $((i % 100)) = 0 ] && sleep 0.05; done\n',
    )
    await viewing.shows('line 300\r\n')
    line.cut()
    viewing.type('read typed; echo "typed: $typed"\n')
    viewing.type('while away\n')
    line.reset()
    await expect.poll(() => lineOf(viewing)).toBe('disconnected')
    viewing.type('echo la""ter\n')
    line.mend()
    await viewing.shows('later\r\n')
    expect(viewing.told('line').map(({ state }) => state)).toEqual(
      expect.arrayContaining(['disconnected', 'connecting', 'connected']),
    )
    const lines = viewing.text().split('\r\n')
    const begin = lines.indexOf('line 1')
    expect(lines.slice(begin)).toEqual([
      ...Array.from({ length: 3_000 }, (_, index) => `line ${index + 1}`),
      'typed: while away',
      'later',
      '',
    ])
    const late = await lookAt(server, id)
    await late.shows('later\r\n')
    expect(late.text()).toBe(viewing.text())
    await close(id)
  })

  test('R4.02 a cut that the connection survives is nothing but a pause', async () => {
    const { id, viewing } = await openQuiet()
    line.cut()
    viewing.type('echo af""ter\n')
    await delay(1_000)
    expect(viewing.text()).not.toContain('after')
    line.mend()
    await viewing.shows('after\r\n')
    expect(lineOf(viewing)).toBe('connected')
    expect(viewing.told('line')).toHaveLength(1)
    await close(id)
  })

  test('R4.02 the command goes on while every session of the device is killed, and is come back to', async () => {
    const { id, viewing } = await openQuiet()
    viewing.type('(sleep 1; echo mean""while) &\n')
    await daemon.restart()
    await viewing.shows('meanwhile\r\n')
    expect(await list()).toMatchObject([{ id, line: 'connected', exit: null }])
    await close(id)
  })

  test('R4.02 twenty megabytes go at the pace of a slow viewer, kept nowhere, and Ctrl+C gets through', async () => {
    const { id, viewing } = await openQuiet({ shows: false })
    const marker = join(daemon.folder, 'written')
    const reportShown = () => viewing.send({ type: 'shown', offset: viewing.offset() })
    reportShown()
    const from = viewing.offset()
    viewing.type(`seq 2600000; touch ${marker}; echo ov""er\n`)
    await expect.poll(viewing.offset).toBe(from + terminalWindow)
    await delay(1_000)
    expect(viewing.offset()).toBe(from + terminalWindow)
    expect(existsSync(marker)).toBe(false)
    const reading = setInterval(reportShown, 1)
    await expect.poll(() => existsSync(marker), { interval: 200 }).toBe(true)
    await viewing.shows('over\r\n')
    clearInterval(reading)
    const numbers = viewing.text().split('\r\n')
    const begin = numbers.indexOf('1')
    expect(numbers.slice(begin, begin + 2_600_000).every((text, index) => text === `${index + 1}`)).toBe(true)
    reportShown()
    const previous = viewing.offset()
    viewing.type('yes\n')
    await expect.poll(viewing.offset).toBe(previous + terminalWindow)
    viewing.type('\u0003')
    viewing.type('echo stop""ped\n')
    const draining = setInterval(reportShown, 1)
    await viewing.shows('stopped\r\n')
    clearInterval(draining)
    await close(id)
  })

  test('R4.02 a closed terminal ends on the device too, also when its device was away', async () => {
    const { id, viewing } = await openQuiet()
    viewing.type('echo "pid $$"; exec sleep 1000\n')
    await viewing.shows('pid ')
    const pid = Number(/pid (\d+)/.exec(viewing.text())?.[1])
    const isAlive = () => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    line.cut()
    line.reset()
    await expect.poll(() => lineOf(viewing)).toBe('disconnected')
    await close(id)
    expect(await viewing.closed).toBe(4404)
    expect(isAlive()).toBe(true)
    line.mend()
    await expect.poll(isAlive).toBe(false)
    await expect.poll(records).toContainEqual(expect.objectContaining({ action: 'terminal-closed', account: 'admin' }))
  })

  test('there are so many terminals on a device and no more, and none where it is not reached', async () => {
    const opened = await Promise.all([open(), open(), open(), open()])
    expect(await reasonOf(open())).toBe('terminal.too-many')
    await Promise.all(opened.map(({ id }) => close(id)))
    expect(await reasonOf(open('nobody'))).toBe('device.not-found')
  })

  test('an account looks at terminals through 60 sockets, and at none through more', async () => {
    const other = await addDevice(server, daemon, { name: 'second' })
    const opened = await Promise.all(Array.from({ length: 8 }, (_, at) => open(at < 4 ? deviceId : other.id)))
    const all = await Promise.all(Array.from({ length: 60 }, (_, at) => lookAt(server, opened[at % 8]!.id)))
    const { id } = opened[7]!
    const headers = { authorization: `Bearer ${server.token}` }
    expect(await knock(server, id, headers)).toBe(429)
    all[0]?.socket.close()
    await expect.poll(() => knock(server, id, headers)).toBe(101)
    for (const { socket } of all) socket.terminate()
    await Promise.all(opened.map((one) => close(one.id)))
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: other.id } })
  })

  test('the terminals of a device that is deleted end with it, on the device too', async () => {
    const { id } = await addDevice(server, daemon, { name: 'short-lived' })
    const terminal = await open(id)
    const viewing = await lookAt(server, terminal.id)
    const marker = join(daemon.folder, 'shell')
    viewing.type(`exec sh -c 'echo $$ >${marker}-new; mv ${marker}-new ${marker}; sleep 1000'\n`)
    await expect.poll(() => existsSync(marker)).toBe(true)
    const pid = Number(readFileSync(marker, 'utf8'))
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })
    expect(await viewing.closed).toBe(4404)
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  })

  test('a holder that no server comes back to ends by itself, with its shell', async () => {
    const holder = fileURLToPath(new URL('holder.py', import.meta.url))
    const name = `test-${process.pid}`
    const relay = spawn('python3', [holder, '0', 'new', name, '80', '24', '1'])
    relay.stdin.write(frame('A', numbers([0, 8], [80, 2], [24, 2])))
    await once(relay.stdout, 'data')
    const socket = join('/tmp', `vermilion-${process.getuid?.()}`, name)
    expect(existsSync(socket)).toBe(true)
    relay.kill('SIGKILL')
    await expect.poll(() => existsSync(socket)).toBe(false)
  })
})
