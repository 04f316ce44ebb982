import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { startCuttableLine } from '../testing/cuttable-line.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const isBash = spawnSync('sh', ['-c', 'getent passwd "$(id -u)"'], { encoding: 'utf8' }).stdout.trim().endsWith('/bash')
const problem = sshDaemonProblem() ?? (isBash ? undefined : 'the shell of this account is not bash')
const serveSftp = 'Subsystem sftp /usr/lib/openssh/sftp-server'
const patience = { interval: 100 }

const logins = {
  'a greeting on both outputs': 'echo "Welcome to the lab box"; echo "Last boot: $(date)" >&2; PS1="> "',
  'a line without an end': 'printf "> "; printf "warning: " >&2',
  'bytes that are no text': 'head -c 100000 /dev/urandom; head -c 300000 /dev/urandom >&2',
  'zeros and a word, late': String.raw`sleep 0.3; printf '\0\0\0\5\2ab'`,
  'every command that it runs': 'set -xv; echo traced',
  'a number, with its errors elsewhere': 'echo 4711 4711; exec 2>/dev/null',
}

describe.skipIf(problem)(`logins that print${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let home = ''
  beforeAll(async () => {
    server = await startTestServer({ readingTimes: { interval: 300, slowInterval: 1_000, deadline: 20_000 } })
    home = await mkdtemp(join(tmpdir(), 'vermilion-login-'))
    await writeFile(join(home, 'seen.txt'), '')
    // bash reads the startup file only as sshd's direct child, so as the outermost shell.
    daemon = await startSshDaemon({ settings: [`SetEnv HOME=${home} SHLVL=0`, serveSftp] })
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
    await rm(home, { recursive: true, force: true })
  })
  const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
  const setLogin = (script: string) => writeFile(join(home, '.bashrc'), `${script}\n`)
  async function run(deviceId: string, command: string, timeoutSeconds = 20) {
    const body = { devices: { deviceIds: [deviceId] }, command, timeoutSeconds }
    const { id: commandId } = await server.call(deviceCommandEndpoints.runDeviceCommand, { body })
    const read = () => server.call(deviceCommandEndpoints.readCommandOutput, { params: { commandId, deviceId } })
    return async () => {
      await expect.poll(async () => (await read()).endedAt, patience).not.toBeNull()
      return read()
    }
  }
  const running = () => spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.split('\n')
  const list = (deviceId: string) =>
    server.call(deviceFileEndpoints.listDeviceFiles, { params: { deviceId }, query: { path: home } })

  test.each(Object.entries(logins))('R3.01 a login that prints %s is used as any other', async (name, script) => {
    await setLogin(script)
    const { id } = await addDevice(server, daemon, { name })
    await expect.poll(async () => (await get(id)).reading, patience).not.toBeNull()
    expect(await get(id)).toMatchObject({ status: 'online', problem: null, facts: { sftp: true } })
    const outcome = await (await run(id, String.raw`printf 'a\\b\n'; cat; echo wrong >&2; exit 3`))()
    const errors = script.includes('2>/dev/null') ? [] : ['wrong']
    expect(outcome.output.head.split('\n').toSorted()).toEqual(['', String.raw`a\b`, ...errors])
    expect(outcome).toMatchObject({ status: 'failed', exitCode: 3 })
    expect((await list(id)).entries.map(({ path }) => path)).toContain(join(home, 'seen.txt'))
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })
  })

  test('R1.07 a command over its time limit ends on the device with all that it began, whatever the login prints', async () => {
    await setLogin('echo "Welcome"; echo 1 1')
    const { id } = await addDevice(server, daemon, { name: 'over time' })
    const escaping = [
      'setsid sleep 31001 &',
      'nohup sleep 31002 >/dev/null 2>&1 &',
      '(setsid sh -c "sleep 31003 & sleep 31004" &)',
      'env -i /bin/sleep 31005 &',
      'trap "" TERM; sleep 31006',
    ].join('\n')
    const all = await Promise.all(Array.from({ length: 6 }, (_, at) => run(id, at === 0 ? escaping : 'sleep 31000', 2)))
    for (const outcome of all) expect(await outcome()).toMatchObject({ status: 'timed-out', output: { head: '' } })
    expect(running().filter((line) => line.startsWith('sleep 310'))).toEqual([])
    // Deliberate background processes stay.
    await (
      await run(id, 'nohup sleep 31007 >/dev/null 2>&1 & echo $!')
    )()
    expect(running()).toContain('sleep 31007')
    spawnSync('pkill', ['-f', '^sleep 31007$'])
  })

  test('R1.07 a command that ran into its time limit while its device was away ends there once it is back', async () => {
    await setLogin('echo "Welcome"')
    const line = await startCuttableLine(daemon.port)
    const { id } = await addDevice(server, daemon, { name: 'far', port: line.port })
    const outcome = await run(id, `touch ${join(home, 'begun')}; setsid sleep 31101`, 3)
    await expect.poll(() => existsSync(join(home, 'begun')), patience).toBe(true)
    line.cut()
    line.reset()
    expect(await outcome()).toMatchObject({ status: 'unknown' })
    expect(running()).toContain('sleep 31101')
    line.mend()
    await server.call(deviceEndpoints.connectDevice, { params: { deviceId: id } })
    await expect.poll(running, { ...patience, timeout: 15_000 }).not.toContain('sleep 31101')
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })
    await line.stop()
  })

  test('R3.01 a login that never gets to a command is told as that, and what it printed', async () => {
    await setLogin('echo "Your password expires"; exit 0')
    const { id } = await addDevice(server, daemon, { name: 'ends' })
    await expect.poll(async () => (await get(id)).problem, patience).toBe('login-blocked')
    expect((await get(id)).problemDetail).toContain('Your password expires')
  })

  test('R3.01 a shell that a signal ends, as where a device goes down, says nothing of the device: it is tried again soon', async () => {
    await setLogin('[ -e ~/up ] || kill -KILL $$')
    const { id } = await addDevice(server, daemon, { name: 'goes down' })
    await expect.poll(async () => (await get(id)).status, patience).toBe('offline')
    await writeFile(join(home, 'up'), '')
    await expect.poll(async () => (await get(id)).reading, { ...patience, timeout: 60_000 }).not.toBeNull()
    expect(await get(id)).toMatchObject({ status: 'online', problem: null })
  })

  test('R1.07 files whose session the login spoils for good are told with the cause', async () => {
    await setLogin('echo "Welcome"; case $BASH_EXECUTION_STRING in *"exec sftp-server"*) exit 1 ;; esac')
    const { id } = await addDevice(server, daemon, { name: 'spoiled' })
    await expect(list(id)).rejects.toMatchObject({
      envelope: { data: { error: 'device.login-prints' }, message: expect.stringContaining('Welcome') },
    })
  })
})
