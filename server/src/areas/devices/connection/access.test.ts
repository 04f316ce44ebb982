import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { makeAccount, makeBusyboxRoot } from '../testing/accounts.ts'
import { addDevice } from '../testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`ways to a device${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let agent: ChildProcess
  beforeAll(async () => {
    daemon = await startSshDaemon()
    const socket = join(daemon.folder, 'agent')
    agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' })
    const environment = { SSH_AUTH_SOCK: socket }
    const addKey = ['ssh-add', join(daemon.folder, 'client')] as const
    while (spawnSync(addKey[0], [addKey[1]], { env: { ...process.env, ...environment } }).status !== 0) await delay(50)
    server = await startTestServer({
      environment,
      readingTimes: { interval: 200, slowInterval: 1_000, deadline: 3_000 },
    })
  })
  afterAll(async () => {
    agent.kill()
    await server.stop()
    await daemon.stop()
  })
  const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
  const remove = (deviceId: string) => server.call(deviceEndpoints.deleteDevice, { params: { deviceId } })

  test('R1.07 keys of the SSH agent and the key of the server itself sign in', async () => {
    const byAgent = await addDevice(server, daemon, { name: 'by agent', credentials: { method: 'agent' } })
    expect(byAgent).toMatchObject({ status: 'online', authentication: 'agent' })
    const byServerKey = { name: 'by server key', credentials: { method: 'server-key' } } as const
    await expect(addDevice(server, daemon, byServerKey)).rejects.toMatchObject({ envelope: { code: 403_501 } })
    const { publicKey, agent: hasAgent } = await server.call(deviceEndpoints.serverKey, {})
    expect(hasAgent).toBe(true)
    await daemon.authorize(publicKey)
    const device = await addDevice(server, daemon, byServerKey)
    expect(device.status).toBe('online')
    await remove(byAgent.id)
    await remove(device.id)
  })

  test('R1.07 the right password signs in and a wrong one does not; it is never told', async ({ skip }) => {
    const password = 'right: "$(id)" 密'
    const account = makeAccount('vermilion-test', password)
    if (account === undefined) return skip('no account can be made here')
    const board = await startSshDaemon({ settings: ['PasswordAuthentication yes'] })
    try {
      const credentials = (word: string) =>
        ({ username: account.name, credentials: { method: 'password', password: word } }) as const
      await expect(addDevice(server, board, credentials('wrong'))).rejects.toMatchObject({
        envelope: { code: 403_501 },
      })
      const device = await addDevice(server, board, credentials(password))
      expect(device).toMatchObject({ status: 'online', authentication: 'password' })
      expect(await (await server.fetch(`/devices/${device.id}`)).text()).not.toContain('right:')
      await server.call(deviceEndpoints.updateDevice, { params: { deviceId: device.id }, body: credentials('wrong') })
      expect(await get(device.id)).toMatchObject({ status: 'offline', problem: 'authentication-failed' })
      await remove(device.id)
    } finally {
      await board.stop()
      account.remove()
    }
  })

  test('R1.07 R3.01 a device behind another one comes and goes with it', async () => {
    const gate = await startSshDaemon()
    try {
      const jump = await addDevice(server, gate)
      const behind = await addDevice(server, daemon, { name: 'behind', jumpDeviceId: jump.id })
      expect(behind).toMatchObject({ status: 'online', jumpDeviceId: jump.id })
      await gate.kill()
      await expect.poll(() => get(behind.id)).toMatchObject({ status: 'offline', problem: 'jump-device-offline' })
      await gate.restart()
      await expect.poll(() => get(behind.id)).toMatchObject({ status: 'online', problem: null })
      await expect(remove(jump.id)).rejects.toMatchObject({ envelope: { code: 409_504 } })
      await remove(behind.id)
      await remove(jump.id)
    } finally {
      await gate.stop()
    }
  })

  test('R3.01 a device whose shell hangs has timed out, and is connected to anew', async () => {
    const board = await startSshDaemon()
    try {
      const { id } = await addDevice(server, board)
      await expect.poll(async () => (await get(id)).reading).not.toBeNull()
      const shells = () =>
        descendantsOf(Number(readFileSync(join(board.folder, 'pid'), 'utf8')), 'while read -r word number')
      await expect.poll(shells).toHaveLength(1)
      const [shell = 0] = shells()
      process.kill(shell, 'SIGSTOP')
      await expect.poll(() => get(id), { interval: 50 }).toMatchObject({ status: 'offline', problem: 'timed-out' })
      const { reading } = await get(id)
      expect(reading).not.toBeNull()
      await expect.poll(() => get(id)).toMatchObject({ status: 'online' })
      await expect.poll(async () => (await get(id)).reading?.at).not.toBe(reading?.at)
      process.kill(shell, 'SIGKILL')
      await remove(id)
    } finally {
      await board.stop()
    }
  })

  test('R1.07 R2.20 a board that has nothing but busybox is read like any other', async ({ skip }) => {
    const root = makeBusyboxRoot()
    if (root === undefined) return skip('there is no busybox, or nothing may be mounted')
    const account = makeAccount('vermilion-busybox', 'any')
    try {
      if (account === undefined) return skip('no account can be made here')
      await writeFile(join(root.path, 'etc/os-release'), 'PRETTY_NAME="Buildroot 2024.02"\n')
      await writeFile(join(root.path, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\n')
      const board = await startSshDaemon({ settings: ['PasswordAuthentication yes', `ChrootDirectory ${root.path}`] })
      try {
        const { id } = await addDevice(server, board, {
          username: account.name,
          credentials: { method: 'password', password: 'any' },
        })
        await expect.poll(async () => (await get(id)).reading?.cpu).toEqual(expect.any(Number))
        const { facts, reading } = await get(id)
        expect(facts).toMatchObject({
          system: 'Buildroot 2024.02',
          python: null,
          containerEngine: null,
          runtimes: [],
          updaters: [],
        })
        expect(facts?.cpu.cores).toBeGreaterThan(0)
        expect(reading?.memoryTotal).toBe(facts?.memory)
        const details = await server.call(deviceEndpoints.deviceDetails, { params: { deviceId: id } })
        expect(details.processes.length).toBeGreaterThan(0)
        expect(details.interfaces.map(({ name }) => name)).toContain('lo')
        await remove(id)
      } finally {
        await board.stop()
      }
    } finally {
      account?.remove()
      root.remove()
      await rm(root.path, { recursive: true, force: true })
    }
  })
})

function descendantsOf(pid: number, text: string): number[] {
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
  return children.flatMap((child) => {
    const line = spawnSync('cat', [`/proc/${child}/cmdline`], { encoding: 'utf8' }).stdout
    return [
      ...(line.startsWith('sh\0') && line.includes(text) ? [Number(child)] : []),
      ...descendantsOf(Number(child), text),
    ]
  })
}
