import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../devices/testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../../devices/testing/ssh-daemon.ts'
import type { SshDaemon } from '../../devices/testing/ssh-daemon.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { accessTo } from './access.ts'
import { createDeviceExecutor } from './executor.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`what runs on a device${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-device-run-'))
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data', 'input'), 'input')
    daemon = await startSshDaemon({ settings: [`SetEnv HOME=${folder}`] })
    server = await startTestServer()
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  const saying = (text: string, file: 'cmdline' | 'environ') =>
    readdirSync('/proc').filter((name) => /^\d+$/.test(name) && read(name, file).includes(text))

  test('R1.04 the environment of a run reaches it to the letter, and is in no command line there', async () => {
    const { id: deviceId } = await addDevice(server, daemon)
    const executor = createDeviceExecutor({ root: folder, deviceId, devices: accessTo(server.app.devices) })
    const secret = `it's "quoted" $HOME \`id\`\nand ${crypto.randomUUID()}`
    const spec: Parameters<typeof executor.start>[0] = {
      name: 'run',
      argv: ['sleep', '600'],
      environment: { EMPTY: '', SECRET: secret },
      workingFolder: '.',
      mounts: [{ source: join(folder, 'data'), target: '/data', readOnly: true }],
      limits: {},
      accelerators: { type: '', indexes: [] },
      network: 'host',
      instances: [{ role: 'worker', index: 0, environment: {} }],
    }
    const handle = await executor.start(spec, 'first')
    await expect.poll(() => saying(`\0SECRET=${secret}\0`, 'environ').length).toBe(1)
    expect(saying('\0EMPTY=\0', 'environ').length).toBeGreaterThan(0)
    expect(saying(secret.slice(-36), 'cmdline')).toEqual([])
    await executor.stop(handle, { graceSeconds: 1 })
    await executor.clean(handle)
    await expect(executor.start({ ...spec, environment: { 'A;id': '' } }, 'second')).rejects.toThrow('cannot be set')
  })
})
