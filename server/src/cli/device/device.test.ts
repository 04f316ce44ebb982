import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { accountEndpoints } from '@vermilion/contract/accounts'
import type { Device } from '@vermilion/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sshDaemonProblem, startSshDaemon } from '../../areas/devices/testing/ssh-daemon.ts'
import type { SshDaemon } from '../../areas/devices/testing/ssh-daemon.ts'
import { runCommand } from '../../testing/server-process.ts'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { confirmHostKey } from './confirm-host-key.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`devices from scripts${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let environment: Record<string, string>
  beforeAll(async () => {
    daemon = await startSshDaemon()
    server = await startTestServer()
    const body = { name: 'scripts', expiresAt: null }
    const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
    environment = { VERMILION_URL: server.address, VERMILION_TOKEN: secret }
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
  })
  const device = (...parameters: string[]) => runCommand(daemon.folder, ['device', ...parameters], '', environment)
  const add = (name: string, ...more: string[]) =>
    device(
      'add',
      '--name',
      name,
      '--host',
      daemon.host,
      '--port',
      String(daemon.port),
      '--user',
      daemon.username,
      ...more,
    )

  test('R3.01 a device is added from a script once its fingerprint is given, and listed', async () => {
    const keyFile = join(daemon.folder, 'given')
    await writeFile(keyFile, daemon.privateKey)
    const unconfirmed = await add('arm', '--key-file', keyFile)
    expect(unconfirmed.status).toBe(1)
    expect(unconfirmed.output).toContain(daemon.fingerprint())
    expect(unconfirmed.output).toContain('--fingerprint')
    const wrong = await add('arm', '--key-file', keyFile, '--fingerprint', `SHA256:${'A'.repeat(43)}`)
    expect(wrong).toMatchObject({ status: 1, output: expect.stringContaining('Nothing was added') })
    const added = await add(
      'arm',
      '--key-file',
      keyFile,
      '--fingerprint',
      daemon.fingerprint(),
      '--tag',
      'left',
      '--group',
      'lab',
    )
    expect(added.status).toBe(0)

    await daemon.authorize((await device('key')).output.trim())
    const behind = await add('by server key', '--jump', 'arm', '--fingerprint', daemon.fingerprint(), '--json')
    expect(behind.status).toBe(0)
    const list = await device('list', '--status', 'online', '--json')
    const [arm, other] = JSON.parse(list.output) as Device[]
    expect(arm).toMatchObject({ name: 'arm', group: 'lab', tags: ['left'], authentication: 'key' })
    expect(other).toMatchObject({ name: 'by server key', authentication: 'server-key', jumpDeviceId: arm?.id })
    const table = await device('list', '--group', 'lab')
    expect(table.output.trim().split('\n')).toHaveLength(2)
    expect(table.output).toContain(`${daemon.host}:${daemon.port}`)
    expect((await device('add', '--name', 'x')).status).toBe(2)
    expect((await add('x', '--password', 'NO_SUCH')).output).toContain('NO_SUCH')
  })
})

test('somebody at a terminal is shown the host key, and only yes confirms it', async () => {
  const hostKey = { algorithm: 'ssh-ed25519', fingerprint: `SHA256:${'B'.repeat(43)}` }
  const replying = async (reply: string) => {
    const [input, output] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()]
    let visible = ''
    output.on('data', (part) => {
      visible += String(part)
      if (String(part).includes('(yes/no)')) input.end(reply)
    })
    await confirmHostKey({ host: 'arm', hostKey, fingerprint: undefined }, { input, output })
    return visible
  }
  expect(await replying('yes\n')).toContain(hostKey.fingerprint)
  await expect(replying('no\n')).rejects.toThrow('not confirmed')
  await expect(replying('')).rejects.toThrow('not confirmed')
})
