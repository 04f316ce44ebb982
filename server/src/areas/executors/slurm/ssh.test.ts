import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice } from '../../devices/testing/add-device.ts'
import { sshDaemonProblem, startSshDaemon } from '../../devices/testing/ssh-daemon.ts'
import type { SshDaemon } from '../../devices/testing/ssh-daemon.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { accessTo } from '../device/access.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { benchOf } from '../testing/harness.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'
import { createSlurmExecutor } from './executor.ts'

const problem = sshDaemonProblem()
const slurm = problem === undefined ? await slurmFor() : null

describe.skipIf(slurm === null)(
  `Slurm on a login node${problem === undefined ? skippedWithout('slurm') : `, skipped: ${problem}`}`,
  () => {
    if (slurm === null) return
    let server: TestServer
    let daemon: SshDaemon
    beforeAll(async () => {
      daemon = await startSshDaemon()
      server = await startTestServer()
    })
    afterAll(async () => {
      await server.stop()
      await daemon.stop()
      await slurm.close()
    })

    test('jobs go through the login node, and go on while it is away', async () => {
      const { id: loginDevice } = await addDevice(server, daemon)
      const harness = await slurmHarness(slurm)
      const settings = { ...harness.settings, connection: 'ssh', loginDevice } as const
      const devices = accessTo(server.app.devices)
      const executor = createSlurmExecutor({ root: harness.root, settings, devices })
      expect((await executor.capacity()).cpu).toBe(16)
      const bench = benchOf({ executor, base: harness.base })
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
      await harness.close()
    })
  },
)
