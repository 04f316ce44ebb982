import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../../areas/devices/testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../../../areas/devices/testing/ssh-daemon.ts'
import type { SshDaemon } from '../../../areas/devices/testing/ssh-daemon.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

const problem = sshDaemonProblem()

describe.skipIf(problem)(`files to and from devices${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let environment: Record<string, string>
  let folder = ''
  beforeAll(async () => {
    daemon = await startSshDaemon({ settings: ['SetEnv HOME=/'] })
    server = await startTestServer()
    await addDevice(server, daemon, { name: 'arm' })
    const body = { name: 'scripts', expiresAt: null }
    const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
    environment = { VERMILION_URL: server.address, VERMILION_TOKEN: secret }
    folder = await mkdtemp(join(tmpdir(), 'vermilion-copy-'))
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const cp = (...parameters: string[]) => runCommand(daemon.folder, ['device', 'cp', ...parameters], '', environment)
  const differences = (one: string, other: string) => spawnSync('diff', ['-r', one, other], { encoding: 'utf8' }).stdout

  test('R1.07 a folder goes to a device and comes back the same, and is not copied twice', async () => {
    const source = join(folder, 'source')
    await mkdir(join(source, 'deep/er'), { recursive: true })
    await mkdir(join(source, 'empty'))
    for (let number = 0; number < 40; number += 1) await writeFile(join(source, `deep/${number} 图.txt`), `${number}`)
    await writeFile(join(source, 'deep/er/large.bin'), randomBytes(3_000_000))
    await writeFile(join(source, '100%25.txt'), 'percent')
    const box = join(folder, 'box')
    await mkdir(box)
    const first = await cp('-r', source, `arm:${box}`)
    expect(first).toMatchObject({ status: 0, output: expect.stringContaining('42 of 42 files') as string })
    expect(differences(source, join(box, 'source'))).toBe('')
    await rm(join(box, 'source/deep/7 图.txt'))
    await rm(join(box, 'source/deep/er/large.bin'))
    const second = await cp('-r', source, `arm:${box}`)
    expect(second.output).toContain('40 of them there already')
    expect(differences(source, join(box, 'source'))).toBe('')
    const back = join(folder, 'back')
    expect(await cp('-r', `arm:${box}/source`, back)).toMatchObject({ status: 0 })
    expect(differences(source, back)).toBe('')
    await mkdir(join(folder, 'into'))
    await cp('-r', `arm:${box}/source`, join(folder, 'into'))
    await rm(join(folder, 'into/source/deep/8 图.txt'))
    const repeated = await cp('-r', `arm:${box}/source`, join(folder, 'into'))
    expect(repeated.output).toContain('41 of them there already')
    expect(differences(source, join(folder, 'into/source'))).toBe('')
  })

  test('R1.07 a file goes on where it was cut off, and what cannot be copied is told', async () => {
    const file = join(folder, 'one.bin')
    const bytes = randomBytes(2_000_000)
    await writeFile(file, bytes)
    expect(await cp(file, `arm:${folder}/sent.bin`)).toMatchObject({ status: 0 })
    expect((await readFile(join(folder, 'sent.bin'))).equals(bytes)).toBe(true)
    await cp(`arm:${folder}/sent.bin`, join(folder, 'got.bin'))
    expect((await readFile(join(folder, 'got.bin'))).equals(bytes)).toBe(true)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await cp(folder, 'arm:/tmp/x')).toMatchObject({ status: 2, output: expect.stringContaining('-r') as string })
    expect((await cp(`arm:${folder}/none`, folder)).output).toContain('not on the device')
    expect((await cp(file, `arm:/proc/none/x`)).status).toBe(1)
    expect((await cp(file, `nobody:/tmp/x`)).status).toBe(1)
    expect((await cp(file, file)).status).toBe(2)
    await truncate(file, 0)
    await symlink('one.bin', join(folder, 'link'))
    expect(await cp(file, `arm:${folder}/empty.bin`)).toMatchObject({ status: 0 })
    expect((await readFile(join(folder, 'empty.bin'))).length).toBe(0)
  })
})
