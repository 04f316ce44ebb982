import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InstanceSpec } from '../port/run-spec.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { benchOf } from '../testing/harness.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'
import type { SlurmHarness } from '../testing/slurm-harness.ts'

const slurm = await slurmFor({ limitsMemory: true })

describe.skipIf(slurm === null)(`Slurm that limits memory${skippedWithout('slurm-cgroups')}`, () => {
  if (slurm === null) return
  let harness: SlurmHarness
  beforeAll(async () => {
    harness = await slurmHarness(slurm)
  })
  afterAll(async () => {
    await harness.close()
    await slurm.close()
  })
  const limits = { memoryBytes: 100 * 1_048_576 }

  test('a command that takes more memory than it may is told as out of memory', async () => {
    const bench = benchOf(harness)
    const handle = await harness.executor.start(bench.spec('hungry', ['/usr/bin/tail', '/dev/zero'], { limits }), 'run')
    expect(await bench.over(handle)).toMatchObject({ phase: 'ended', exit: { code: 137, outOfMemory: true } })
  })

  test('so is a command that fails since a part of it did, and only the instance that did', async () => {
    const bench = benchOf(harness)
    const instances = ['yes', 'no'].map((hungry, index) => ({ role: 'worker', index, environment: { HUNGRY: hungry } }))
    const script = '[ $HUNGRY = no ] || tail /dev/zero || exit 3'
    const more = { limits, instances: instances as unknown as [InstanceSpec] }
    const status = await bench.over(await harness.executor.start(bench.shell('part', script, more), 'run'))
    expect(status.instances.map(({ exit }) => exit)).toMatchObject([
      { code: 3, outOfMemory: true },
      { code: 0, outOfMemory: null },
    ])
  })
})
