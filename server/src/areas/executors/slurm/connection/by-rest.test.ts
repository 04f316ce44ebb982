import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import type { InstanceSpec } from '../../port/run-spec.ts'
import { skippedWithout, slurmFor } from '../../testing/expected-engine.ts'
import { benchOf } from '../../testing/harness.ts'
import { slurmHarness } from '../../testing/slurm-harness.ts'
import type { SlurmHarness } from '../../testing/slurm-harness.ts'
import { createSlurmExecutor } from '../executor.ts'

const slurm = await slurmFor({ rest: true })

describe.skipIf(slurm === null)(`slurmrestd${skippedWithout('slurmrestd')}`, () => {
  if (slurm === null) return
  const { address, token } = slurm.rest ?? { address: '', token: '' }
  const settings = { connection: 'rest', restUrl: address, restUser: 'root', restToken: token } as const
  let harness: SlurmHarness
  let bench: ReturnType<typeof benchOf>
  beforeAll(async () => {
    harness = await slurmHarness(slurm, settings)
    bench = benchOf(harness)
  })
  afterAll(async () => {
    await harness.close()
    await slurm.close()
  })
  const otherwise = (more: Partial<SlurmSettings>) =>
    createSlurmExecutor({ root: harness.root, settings: { ...harness.settings, ...more } })

  test('what the partition has is told, as the commands tell it', async () => {
    const { configuration } = slurm
    const byCommands = otherwise({ connection: 'commands', configuration })
    expect(await harness.executor.capacity()).toEqual(await byCommands.capacity())
    const { accelerators, cpu } = await harness.executor.capacity()
    expect({ cpu, types: accelerators.map(({ type }) => type) }).toEqual({ cpu: 16, types: Array(4).fill('tesla') })
    await expect(otherwise({ partition: 'nowhere' }).capacity()).rejects.toThrow('no partition nowhere')
  })

  test('what a run asks for reaches Slurm', async () => {
    const { executor } = harness
    const limits = { cpu: 1.5, memoryBytes: 300 * 1_048_576 }
    const accelerators = { type: 'tesla', indexes: [], count: 2 }
    const more = { limits, accelerators, priority: 90, timeLimitSeconds: 61 }
    const script = 'echo "devices $CUDA_VISIBLE_DEVICES"; while :; do sleep 0.2; done'
    const handle = await executor.start(bench.shell('asks', script, more), 'run')
    await bench.says(handle, 'devices 0,1')
    const description = slurm.run('scontrol', 'show', 'job', '--oneliner')
    const words = ['NumCPUs=2', 'MinMemoryNode=300M', 'Nice=100', 'TimeLimit=00:02:00', 'Requeue=1', 'gpu:tesla:2']
    for (const word of words) expect(description).toContain(word)
    await expect(executor.open(handle, bench.nameOf(handle), { columns: 80, rows: 24 })).rejects.toThrow(
      'has no terminals: it needs the command srun',
    )
    await executor.stop(handle, { graceSeconds: 0 })
  })

  test('more instances than nodes share them, each with its own accelerator', async () => {
    const instances = [0, 1, 2].map((index) => ({ role: 'worker', index, environment: {} })) as [InstanceSpec]
    const accelerators = { type: 'tesla', indexes: [], count: 1 }
    const limits = { cpu: 2, memoryBytes: 200 * 1_048_576 }
    const spec = bench.shell('dense', 'echo "$CUDA_VISIBLE_DEVICES."; sleep 1', { instances, accelerators, limits })
    const handle = await harness.executor.start(spec, 'run')
    const status = await bench.over(handle)
    expect(status).toMatchObject({ phase: 'ended', exit: { code: 0 } })
    const logs = await Promise.all(instances.map((instance) => bench.log(handle, instance)))
    expect(new Set(logs.map((log, index) => `${status.instances[index]?.node} ${log}`)).size).toBe(3)
  })

  test('a run waits with the words of Slurm, and what can never run is refused with them', async () => {
    const { executor } = harness
    const accelerators = { type: 'tesla', indexes: [], count: 2 }
    const lasting = { accelerators, instances: [0, 1].map((index) => ({ role: 'worker', index, environment: {} })) }
    const script = 'echo up; while :; do sleep 0.2; done'
    const first = await executor.start(bench.shell('holds', script, lasting as never), 'run')
    await bench.says(first, 'up')
    const last = await executor.start(bench.shell('waits', script, { accelerators }), 'run')
    await expect
      .poll(async () => (await executor.status(last)).instances[0]?.condition, { timeout: 60_000 })
      .toEqual({ name: 'unschedulable', detail: 'Resources (1 node with gres:gpu:tesla:2)' })
    await executor.stop(last, { graceSeconds: 60 })
    expect(await executor.status(last)).toMatchObject({ phase: 'ended', exit: { code: 143 }, startedAt: null })
    await executor.stop(first, { graceSeconds: 0 })
    const limits = { cpu: 99 }
    expect(await executor.check(bench.shell('huge', 'true', { limits }))).toEqual([
      expect.stringContaining('Ask for less'),
    ])
    // Slurm takes it nevertheless, as it does by commands.
    const huge = await executor.start(bench.shell('huge', 'true', { limits }), 'run')
    await expect
      .poll(async () => (await executor.status(huge)).instances[0]?.condition?.detail, { timeout: 60_000 })
      .toBe('PartitionConfig (1 node)')
    await executor.stop(huge, { graceSeconds: 60 })
    const nowhere = otherwise({ partition: 'nowhere' })
    expect(await nowhere.check(bench.shell('a', 'true'))).toEqual([expect.stringContaining('no partition nowhere')])
    const refusal: unknown = await nowhere.start(bench.shell('a', 'true'), 'run').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ text: { zh: expect.stringContaining('分区') } })
  })

  test('a wrong token, a wrong address and a missing one are told in words', async () => {
    await expect(otherwise({ restToken: 'wrong' }).capacity()).rejects.toThrow('the token may have expired')
    await expect(otherwise({ restUrl: 'http://127.0.0.1:1' }).capacity()).rejects.toThrow('slurmrestd does not answer')
    await expect(otherwise({ restToken: null }).capacity()).rejects.toThrow('its token')
  })

  test('while the controller is away runs go on, and the rest is caught up with', async () => {
    const { executor } = harness
    const handle = await executor.start(bench.shell('away', 'echo up; sleep 3; exit 3'), 'run')
    await bench.says(handle, 'up')
    await slurm.stopController()
    await expect.poll(async () => (await executor.status(handle)).isAway, { timeout: 60_000 }).toBe(true)
    expect(await bench.over(handle)).toMatchObject({ phase: 'ended', exit: { code: 3 } })
    await slurm.startController()
  })
})
