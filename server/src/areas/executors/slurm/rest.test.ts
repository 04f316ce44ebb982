import { afterAll, describe } from 'vitest'
import { describeExecutor } from '../testing/conformance.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'

const slurm = await slurmFor({ rest: true })

describe.skipIf(slurm === null)(`with slurmrestd${skippedWithout('slurmrestd')}`, () => {
  if (slurm === null) return
  const { address, token } = slurm.rest ?? { address: '', token: '' }
  const settings = { connection: 'rest', restUrl: address, restUser: 'root', restToken: token } as const
  afterAll(() => slurm.close())
  describeExecutor('slurm', () => slurmHarness(slurm, settings), 'by slurmrestd')
})
