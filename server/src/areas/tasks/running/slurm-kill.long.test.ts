import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { skippedWithout, slurmFor } from '../../executors/testing/expected-engine.ts'
import { runTasksUnderKills } from '../testing/cluster-under-kills.ts'

const slurm = await slurmFor()

describe.skipIf(slurm === null)(`tasks on Slurm under kills${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  afterAll(() => slurm.close())

  test('R4.12 R8.07 each runs exactly once, though the server is killed 20 times', async () => {
    const { configuration, shared } = slurm
    const files = join(slurm.folder, 'files')
    await mkdir(files)
    const submit = (comment: string) =>
      slurm.run('sbatch', '--parsable', `--comment=${comment}`, '--output=/dev/null', '--wrap=sleep 3600').trim()
    const others = ['of somebody else', 'vermilion 0123456789abcdef another/run-0'].map(submit)
    const journal = join(shared, 'journal')
    await runTasksUnderKills({
      environment: { VERMILION_ROOTS: files },
      files,
      pool: { executor: 'slurm', settings: { connection: 'commands', configuration, sharedHere: shared } },
      journal: { there: journal, here: journal },
      addImage: async () => 'vermilion/starter-detector',
      async leftBehind() {
        const jobs = slurm.run('squeue', '--noheader', '--Format=JobID:0').trim().split('\n')
        const folders = await readdir(join(shared, 'runs'))
        return [...jobs.filter((id) => !others.includes(id)), ...folders]
      },
    })
    const states = slurm.run('squeue', '--noheader', '--Format=JobID:0|,State:0').trim().split('\n')
    expect(states.toSorted()).toEqual(others.map((id) => `${id}|RUNNING`).toSorted())
  })
})
