import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../devices/testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../../devices/testing/ssh-daemon.ts'
import type { SshDaemon } from '../../devices/testing/ssh-daemon.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import { accessTo } from '../device/access.ts'
import type { DeviceAccess } from '../device/access.ts'
import type { Executor } from '../port/executor.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { benchOf } from '../testing/harness.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'
import type { SlurmHarness } from '../testing/slurm-harness.ts'
import { terminalTests } from '../testing/suite/terminal.ts'
import { createSlurmExecutor } from './executor.ts'

const problem = sshDaemonProblem()
const slurm = problem === undefined ? await slurmFor() : null

describe.skipIf(slurm === null)(
  `Slurm on a login node${problem === undefined ? skippedWithout('slurm') : `, skipped: ${problem}`}`,
  () => {
    if (slurm === null) return
    let server: TestServer
    let daemon: SshDaemon
    let harness: SlurmHarness
    let settings: SlurmSettings
    let devices: DeviceAccess
    let executor: Executor
    let bench: ReturnType<typeof benchOf>
    beforeAll(async () => {
      daemon = await startSshDaemon()
      server = await startTestServer()
      const { id: loginDevice } = await addDevice(server, daemon)
      harness = await slurmHarness(slurm)
      settings = { ...harness.settings, connection: 'ssh', loginDevice }
      devices = accessTo(server.app.devices)
      executor = createSlurmExecutor({ root: harness.root, settings, devices })
      bench = benchOf({ executor, base: harness.base })
    })
    afterAll(async () => {
      await harness.close()
      await server.stop()
      await daemon.stop()
      await slurm.close()
    })

    terminalTests(() => ({ harness: { ...harness, executor }, executor, bench }))

    test('jobs go through the login node, and go on while it is away', async () => {
      expect((await executor.capacity()).cpu).toBe(16)
      const argument = `it's "quoted" $HOME \`id\``
      const exact = await executor.start(bench.spec('exact', ['/bin/echo', argument]), 'run')
      expect((await bench.over(exact)).exit?.code).toBe(0)
      expect(await bench.log(exact)).toBe(`${argument}\n`)
      const polite = 'trap "exit 5" TERM; echo up; while :; do sleep 0.1; done'
      const handle = await executor.start(bench.shell('login', polite), 'run')
      await bench.says(handle, 'up')
      await daemon.stop()
      const isAway = async () => (await executor.status(handle)).isAway
      await expect.poll(isAway, { timeout: 60_000 }).toBe(true)
      expect((await executor.status(handle)).phase).toBe('running')
      // By the commands here it is a job of the same data folder, and is ended as one.
      await harness.executor.stop(handle, { graceSeconds: 20 })
      const nobody = createSlurmExecutor({
        root: harness.root,
        settings: { ...settings, loginDevice: undefined },
        devices,
      })
      expect(await nobody.check(bench.shell('login', polite))).toEqual(['the pool names no login node'])
    })
  },
)
