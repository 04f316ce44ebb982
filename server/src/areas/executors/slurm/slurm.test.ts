import { afterAll, describe } from 'vitest'
import { describeExecutor } from '../testing/conformance.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'

const slurm = await slurmFor()

describe.skipIf(slurm === null)(`with Slurm${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  afterAll(() => slurm.close())
  describeExecutor('slurm', () => slurmHarness(slurm))
})
