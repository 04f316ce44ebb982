import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { skippedWithout, slurmFor } from '../../executors/testing/expected-engine.ts'
import { proveClusterAway } from '../testing/cluster-away.ts'

const slurm = await slurmFor()
const mebibyte = 1_048_576

describe.skipIf(slurm === null)(`a controller of Slurm that is away${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  afterAll(() => slurm.close())

  test('R4.12 its tasks go on and say since when nothing is known of them, and the rest is caught up with', async () => {
    const { configuration, shared } = slurm
    const files = join(slurm.folder, 'files')
    await mkdir(files)
    const large = { cpu: 8, memoryBytes: 7_000 * mebibyte }
    await proveClusterAway({
      environment: { VERMILION_ROOTS: files },
      files,
      pool: { executor: 'slurm', settings: { connection: 'commands', configuration, sharedHere: shared } },
      addImage: async () => 'vermilion/starter-detector',
      resources: [large, large, large],
      lines: 250,
      waitingReason: /^queuing: Waiting in the queue of the cluster: Resources/,
      problem: { cause: 'timeout', detail: expect.stringContaining('does not answer') },
      leave: slurm.stopController,
      comeBack: () => slurm.startController(),
    })
  })
})
