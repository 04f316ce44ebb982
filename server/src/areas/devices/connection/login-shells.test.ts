import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { makeAccount } from '../testing/accounts.ts'
import { addDevice } from '../testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'

const problem = sshDaemonProblem()
const patience = { interval: 100, timeout: 20_000 }

/** Startup files that each shell reads before every command, with typical content; dash and busybox read none. */
const shells = {
  fish: { file: '.config/fish/config.fish', start: 'echo Welcome; echo "a lab box" >&2; set -g fish_greeting hello' },
  zsh: { file: '.zshenv', start: 'echo Welcome; echo "a lab box" >&2; setopt nomatch' },
  tcsh: { file: '.tcshrc', start: 'echo Welcome; set prompt="> "; alias rm "rm -i"; set noclobber' },
  dash: { file: '.profile', start: 'echo Welcome' },
} as const

describe.skipIf(problem)(`login shells${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let server: TestServer
  let daemon: SshDaemon
  let homes = ''
  beforeAll(async () => {
    server = await startTestServer({ readingTimes: { interval: 300, slowInterval: 1_000, deadline: 20_000 } })
    homes = await mkdtemp(join(tmpdir(), 'vermilion-homes-'))
    await chmod(homes, 0o755)
    daemon = await startSshDaemon({ settings: ['Subsystem sftp /usr/lib/openssh/sftp-server'] })
    await chmod(daemon.folder, 0o755)
    await chmod(join(daemon.folder, 'authorized_keys'), 0o644)
  })
  afterAll(async () => {
    await server.stop()
    await daemon.stop()
    await rm(homes, { recursive: true, force: true })
  })
  const running = () => spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.split('\n')

  test.concurrent.for(Object.entries(shells))(
    'R1.07 R3.01 an account whose login shell is %s is read, browsed and commanded as any other',
    async ([name, { file, start }], { skip, expect }) => {
      const shell = `/usr/bin/${name}`
      if (!existsSync(shell)) return skip(`${name} is not installed here`)
      const home = join(homes, name)
      await mkdir(dirname(join(home, file)), { recursive: true })
      await writeFile(join(home, file), `${start}\n`)
      await writeFile(join(home, "it's!.txt"), 'seen')
      const account = makeAccount(`vermilion-${name}`, 'any', { shell, home })
      if (account === undefined) return skip('no account can be made here')
      try {
        const { id: deviceId } = await addDevice(server, { ...daemon, username: account.name }, { name })
        const params = { deviceId }
        const get = () => server.call(deviceEndpoints.getDevice, { params })
        await expect.poll(async () => (await get()).reading, patience).not.toBeNull()
        expect(await get()).toMatchObject({ status: 'online', problem: null, facts: { sftp: true } })

        const listed = await server.call(deviceFileEndpoints.listDeviceFiles, { params, query: { path: home } })
        expect(listed.entries.map(({ path }) => path)).toContain(join(home, "it's!.txt"))

        const run = async (command: string, timeoutSeconds = 20) => {
          const body = { devices: { deviceIds: [deviceId] }, command, timeoutSeconds }
          const { id: commandId } = await server.call(deviceCommandEndpoints.runDeviceCommand, { body })
          const read = () => server.call(deviceCommandEndpoints.readCommandOutput, { params: { commandId, deviceId } })
          await expect.poll(async () => (await read()).endedAt, patience).not.toBeNull()
          return read()
        }
        const result = await run("printf '%s\\n' \"it's !1 $((1 + 1)) \\\\\\\\ ~\"\necho wrong >&2; exit 3\n")
        expect(result).toMatchObject({ status: 'failed', exitCode: 3 })
        expect(result.output.head.split('\n').toSorted()).toEqual(['', "it's !1 2 \\\\ ~", 'wrong'])

        const seconds = 32_000 + Object.keys(shells).indexOf(name)
        const late = await run(`setsid sleep ${seconds} & trap '' TERM; sleep ${seconds}`, 2)
        expect(late).toMatchObject({ status: 'timed-out', output: { head: expect.stringMatching(/^(Killed\n)?$/) } })
        expect(running()).not.toContain(`sleep ${seconds}`)
        await server.call(deviceEndpoints.deleteDevice, { params })
      } finally {
        account.remove()
      }
    },
  )
})
