import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOver } from '../port/run-status.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { benchOf } from '../testing/harness.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'
import type { SlurmHarness } from '../testing/slurm-harness.ts'

const slurm = await slurmFor()

describe.skipIf(slurm === null)(`a busy cluster of Slurm${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  let harness: SlurmHarness
  beforeAll(async () => {
    harness = await slurmHarness(slurm)
  })
  afterAll(async () => {
    await harness.close()
    await slurm.close()
  })

  test('a run that takes longer than it may has ended, and says why', async () => {
    const bench = benchOf(harness)
    const script = 'trap "echo asked to end; exit 6" TERM; echo up; while :; do sleep 0.2; done'
    const handle = await harness.executor.start(bench.shell('endless', script, { timeLimitSeconds: 1 }), 'run')
    const { exit, instances } = await bench.over(handle)
    expect(exit).toMatchObject({ code: 6 })
    expect(instances[0]?.condition).toMatchObject({ name: 'time-limit', detail: expect.stringContaining('TIMEOUT') })
    expect(await bench.log(handle)).toContain('asked to end\n')
  })

  test('a node that is lost is told, and a run that may be requeued waits in the queue again', async () => {
    const bench = benchOf(harness)
    const script = 'echo up; while :; do sleep 0.2; done'
    const once = await slurmHarness(slurm, { requeue: false })
    const onceBench = benchOf(once)
    const [stays, starts] = [
      await once.executor.start(onceBench.shell('stays', script), 'run'),
      await harness.executor.start(bench.shell('starts', script), 'run'),
    ]
    await onceBench.says(stays, 'up')
    await bench.says(starts, 'up')
    for (const node of ['n1', 'n2']) {
      const { instances } = await harness.executor.status(starts)
      if (instances[0]?.node === node || node === 'n1')
        slurm.run('scontrol', 'update', `nodename=${node}`, 'state=down', 'reason=test')
    }
    const { instances } = await onceBench.over(stays)
    expect(instances[0]?.condition).toMatchObject({ name: 'node-lost', detail: expect.stringContaining('NODE_FAIL') })
    await expect.poll(async () => (await harness.executor.status(starts)).phase, { timeout: 60_000 }).toBe('queued')
    await harness.executor.stop(starts, { graceSeconds: 0 })
    expect(await harness.executor.status(starts)).toMatchObject({ phase: 'ended', exit: { code: 143 } })
    await once.close()
  })

  test('two hundred runs each run once', async () => {
    const { executor } = harness
    const bench = benchOf(harness)
    const began = Date.now()
    const numbers = Array.from({ length: 200 }, (_, number) => number)
    const start = (number: number) => executor.start(bench.shell(`many-${number}`, `echo ${number}`), 'run')
    const handles = await Promise.all(numbers.map(start))
    const submitted = Date.now()
    expect(new Set(handles).size).toBe(200)
    const phases = async () => {
      const statuses = await Promise.all(handles.map((handle) => executor.status(handle)))
      return statuses.filter(({ phase }) => isOver(phase)).length
    }
    await expect.poll(phases, { timeout: 300_000, interval: 1_000 }).toBe(200)
    const logs = await Promise.all(handles.map((handle) => bench.log(handle)))
    expect(logs).toEqual(numbers.map((number) => `${number}\n`))
    process.stdout.write(`200 runs submitted in ${submitted - began} ms, ended after ${Date.now() - began} ms\n`)
  })
})
