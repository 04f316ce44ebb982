import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceCommandEndpoints, retainedOutput } from '@vermilion/contract/devices/commands'
import type { DeviceCommandCreate, OutcomeStatus } from '@vermilion/contract/devices/commands'
import { workEndpoints } from '@vermilion/contract/work'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { startCuttableLine } from '../testing/cuttable-line.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'
import { changeRows, isDatabasePostgres } from '../../../testing/test-database.ts'

const problem = sshDaemonProblem()

const broken = 'create trigger broken before update on "deviceCommandOutcomes"'
const breakOutcomes = isDatabasePostgres
  ? [
      `create function fail() returns trigger language plpgsql as $$ begin raise 'the disk is broken'; end $$`,
      `${broken} execute function fail()`,
    ]
  : [`${broken} begin select raise(abort, 'the disk is broken'); end`]
const mendOutcomes = `drop trigger broken${isDatabasePostgres ? ' on "deviceCommandOutcomes"' : ''}`

describe.skipIf(problem)(`commands on devices${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let ids: string[] = []
  const logged: string[] = []
  beforeAll(async () => {
    daemon = await startSshDaemon()
    server = await startTestServer({
      log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    })
    const add = (index: number) => addDevice(server, daemon, { name: `board-${index}`, group: 'line 1' })
    ids = await Promise.all(Array.from({ length: 10 }, async (_, index) => (await add(index)).id))
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
  })

  const run = (body: DeviceCommandCreate) => server.call(deviceCommandEndpoints.runDeviceCommand, { body })
  const get = (commandId: string) => server.call(deviceCommandEndpoints.getDeviceCommand, { params: { commandId } })
  const outcomes = async (commandId: string) => {
    const page = await server.call(deviceCommandEndpoints.listCommandOutcomes, { params: { commandId }, query: {} })
    return page.items
  }
  const output = (commandId: string, deviceId: string) =>
    server.call(deviceCommandEndpoints.readCommandOutput, { params: { commandId, deviceId } })
  async function toEnd(body: DeviceCommandCreate) {
    const { id } = await run(body)
    await expect.poll(() => get(id)).toMatchObject({ status: 'ended' })
    return id
  }
  const file = (name: string) => join(daemon.folder, name)

  test('R1.07 a command runs once on each of ten devices, and what it came to is told, kept and shown as work', async () => {
    const command = `echo "from $$" >>${file('runs')}; echo "it's \\$HOME"; echo wrong >&2; exit $(($(wc -l <${file('runs')}) % 2))`
    const id = await toEnd({ devices: { group: 'line 1' }, command, concurrency: 1 })
    expect(await get(id)).toMatchObject({ devices: 10, outcomes: { success: 5, failed: 5 }, creator: 'admin' })
    expect((await readFile(file('runs'), 'utf8')).trim().split('\n')).toHaveLength(10)
    const rows = await outcomes(id)
    expect(rows.map(({ deviceName }) => deviceName)).toEqual(Array.from({ length: 10 }, (_, at) => `board-${at}`))
    expect(new Set(rows.map(({ exitCode }) => exitCode))).toEqual(new Set([0, 1]))
    expect((await output(id, ids[0] ?? '')).output.head.split('\n').toSorted()).toEqual(['', "it's $HOME", 'wrong'])
    const params = { deviceId: ids[3] ?? '' }
    const records = await server.call(deviceEndpoints.listDeviceRecords, { params, query: { action: 'command-run' } })
    expect(records.items).toMatchObject([{ account: 'admin', detail: command }])
    const items = await server.call(workEndpoints.listWork, {})
    expect(items).toContainEqual(expect.objectContaining({ id: `device-command.${id}`, status: 'failed' }))
  })

  test('R1.07 a command that meets a database that cannot be written has its outcome and its end once it can', async () => {
    const release = join(daemon.folder, 'released')
    const command = `while [ ! -e ${release} ]; do sleep 0.1; done; echo done`
    const { id } = await run({ devices: { deviceIds: ids.slice(0, 2) }, command, concurrency: 1 })
    await expect.poll(() => get(id)).toMatchObject({ outcomes: { running: 1, waiting: 1 } })
    await changeRows(server.data, ...breakOutcomes)
    await writeFile(release, '')
    await expect.poll(() => logged.join('')).toContain('a command could not be kept')
    expect(await get(id)).toMatchObject({ status: 'running', outcomes: { running: 1, waiting: 1 } })
    await changeRows(server.data, mendOutcomes)
    await expect.poll(() => get(id)).toMatchObject({ status: 'ended', outcomes: { success: 2 } })
  })

  test('the same request twice runs a command once', async () => {
    const body = { devices: { deviceIds: ids.slice(0, 1) }, command: `echo once >>${file('once')}` }
    const request = { 'x-request-id': 'abcdefghijklmnopqrstu' }
    const send = () => server.call(deviceCommandEndpoints.runDeviceCommand, { body }, request)
    const [one, two] = [await send(), await send()]
    expect(two.id).toBe(one.id)
    await expect.poll(() => get(one.id)).toMatchObject({ status: 'ended' })
    expect(await readFile(file('once'), 'utf8')).toBe('once\n')
  })

  test('what takes too long, is stopped or never waits its turn ends on the device as well', async () => {
    const tell = (name: string) => `echo $$ >${file(name)}; trap "" HUP; sleep 500 & wait`
    const isAlive = async (name: string) => {
      try {
        return process.kill(Number(await readFile(file(name), 'utf8')), 0)
      } catch {
        return false
      }
    }
    const slow = await toEnd({ devices: { deviceIds: ids.slice(0, 1) }, command: tell('slow'), timeoutSeconds: 1 })
    expect(await outcomes(slow)).toMatchObject([{ status: 'timed-out', exitCode: null }])
    expect(await isAlive('slow')).toBe(false)
    const { id } = await run({ devices: { deviceIds: ids.slice(0, 3) }, command: tell('stopped'), concurrency: 1 })
    await expect.poll(() => existsSync(file('stopped'))).toBe(true)
    await server.call(deviceCommandEndpoints.stopDeviceCommand, { params: { commandId: id } })
    await expect.poll(() => get(id)).toMatchObject({ status: 'ended', outcomes: { stopped: 3 } })
    expect((await outcomes(id)).filter(({ startedAt }) => startedAt !== null)).toHaveLength(1)
    await expect.poll(() => isAlive('stopped')).toBe(false)
  })

  test('a device that is away is told and nothing runs there; one that is lost meanwhile is not known', async () => {
    const line = await startCuttableLine(daemon.port)
    const { id: deviceId } = await addDevice(server, daemon, { name: 'far', port: line.port })
    const command = `touch ${file('begun')}; sleep 2; touch ${file('gone-on')}`
    const { id } = await run({ devices: { deviceIds: [deviceId] }, command })
    await expect.poll(() => existsSync(file('begun'))).toBe(true)
    line.cut()
    line.reset()
    await expect.poll(() => outcomes(id)).toMatchObject([{ status: 'unknown', exitCode: null }])
    await expect.poll(() => existsSync(file('gone-on'))).toBe(true)
    const away = await toEnd({ devices: { deviceIds: [deviceId] }, command: `touch ${file('never')}` })
    expect(await outcomes(away)).toMatchObject([{ status: 'offline', startedAt: null }])
    expect(existsSync(file('never'))).toBe(false)
    await server.call(deviceEndpoints.deleteDevice, { params: { deviceId } })
    await line.stop()
  })

  test('of endless and of binary output the beginning and the end are kept, with what is left out between', async () => {
    const one = { deviceIds: ids.slice(0, 1) }
    const long = await toEnd({ devices: one, command: 'seq 200000' })
    const row = await output(long, ids[0] ?? '')
    const { length } = Array.from({ length: 200_000 }, (_, at) => `${at + 1}\n`).join('')
    expect(row).toMatchObject({ status: 'success', outputSize: length, lastLine: '200000' })
    expect(row.output.omitted).toBe(length - 2 * retainedOutput)
    expect(row.output.head.startsWith('1\n2\n3\n')).toBe(true)
    expect(row.output.tail.endsWith('199999\n200000\n')).toBe(true)
    const endless = await toEnd({ devices: one, command: 'yes' })
    const [ending] = await outcomes(endless)
    expect(ending).toMatchObject({ status: 'failed', detail: expect.stringContaining('wrote more than') })
    const binary = await toEnd({ devices: one, command: 'head -c 300000 /dev/urandom; printf "\\\\000end"' })
    expect((await output(binary, ids[0] ?? '')).output.tail.endsWith('\u{FFFD}end')).toBe(true)
  })

  test('what cannot be is refused', async () => {
    const command = 'true'
    expect(await reasonOf(run({ devices: { group: 'nowhere' }, command }))).toBe('device-command.no-devices')
    expect(await reasonOf(run({ devices: { deviceIds: ['nobody'] }, command }))).toBe('device.not-found')
    expect(await reasonOf(run({ devices: { group: 'line 1' }, command: ' ' }))).toBe('request.invalid')
    expect(await reasonOf(get('nothing'))).toBe('device-command.not-found')
    const host = 'localhost; touch /tmp/x'
    expect(await reasonOf(addDevice(server, daemon, { name: 'odd', host }))).toBe('request.invalid')
    const filtered = await toEnd({ devices: { filter: { search: 'board-7' } }, command })
    expect(await outcomes(filtered)).toMatchObject([
      { deviceName: 'board-7', status: 'success' satisfies OutcomeStatus },
    ])
  })

  test('whatever a command has forked is ended with it, and others go on meanwhile', async () => {
    const one = { deviceIds: ids.slice(0, 1) }
    const forking = 'fork() { [ $1 = 0 ] || { fork $(($1 - 1)) & fork $(($1 - 1)) & }; sleep 31234; }; fork 5'
    const { id } = await run({ devices: one, command: forking, timeoutSeconds: 2 })
    const beside = await toEnd({ devices: { deviceIds: ids.slice(0, 2) }, command: 'echo fine' })
    expect(await get(beside)).toMatchObject({ outcomes: { success: 2 } })
    const expected = { status: 'ended', outcomes: { 'timed-out': 1 } }
    await expect.poll(() => get(id)).toMatchObject(expected)
    const rest = await toEnd({ devices: one, command: 'ps -eo args | grep -c "[s]leep 31234"' })
    expect((await outcomes(rest))[0]?.lastLine).toBe('0')
  })
})
