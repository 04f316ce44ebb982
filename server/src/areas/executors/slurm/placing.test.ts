import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunHandle } from '../port/run-status.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { benchOf } from '../testing/harness.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'
import type { SlurmHarness } from '../testing/slurm-harness.ts'

const slurm = await slurmFor()
const patience = { timeout: 60_000, interval: 100 }

describe.skipIf(slurm === null)(`data and programs of jobs of Slurm${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  let harness: SlurmHarness
  beforeAll(async () => {
    harness = await slurmHarness(slurm)
  })
  afterAll(async () => {
    await harness.close()
    await slurm.close()
  })

  const phaseOf = async (handle: RunHandle) => (await harness.executor.status(handle)).phase

  test('data is placed for the nodes by relative names, and results come back while it runs', async () => {
    const { executor, root } = harness
    const bench = benchOf(harness)
    const [data, output] = [join(root, 'mounts/data'), join(root, 'mounts/output')]
    for (const folder of [data, output]) await mkdir(folder, { recursive: true })
    await writeFile(join(data, 'input'), 'from the server')
    const script =
      'cat data/input; echo half > output/part.txt; while [ ! -e output/go ]; do sleep 0.1; done; cp data/input output/model'
    const mounts = [
      { source: data, target: 'data', readOnly: true },
      { source: output, target: 'output', readOnly: false },
    ]
    const handle = await executor.start(
      { ...bench.spec('placed', ['sh', '-c', script]), mounts, workingFolder: 'output' },
      'run',
    )
    await expect.poll(() => bench.log(handle), patience).toBe('from the server')
    const half = async () => (await phaseOf(handle)) && readFile(join(output, 'part.txt'), 'utf8').catch(() => '')
    await expect.poll(half, patience).toBe('half\n')
    await writeFile(join(slurm.shared, 'runs/placed/output-1/go'), '')
    expect((await bench.over(handle)).exit?.code).toBe(0)
    expect(await readFile(join(output, 'model'), 'utf8')).toBe('from the server')
  })

  test('a virtual environment is activated, and what is not there is told in the log', async () => {
    const venv = join(harness.folder, 'venv')
    await mkdir(join(venv, 'bin'), { recursive: true })
    await writeFile(join(venv, 'bin/python'), '#!/bin/sh\necho "python of $VIRTUAL_ENV"\n', { mode: 0o755 })
    const other = await slurmHarness(slurm, { virtualEnvironment: venv })
    const bench = benchOf(other)
    const handle = await other.executor.start(bench.shell('venv', 'python'), 'run')
    await bench.over(handle)
    expect(await bench.log(handle)).toBe(`python of ${venv}\n`)
    await other.close()
    const without = await slurmHarness(slurm, { modules: 'no-such/1.0' })
    const last = benchOf(without)
    const failed = await without.executor.start(last.shell('modules', 'echo not reached'), 'run')
    expect((await last.over(failed)).exit?.code).toBe(126)
    expect((await without.executor.status(failed)).instances[0]?.condition).toMatchObject({
      name: 'start-failed',
      detail: 'the environment modules no-such/1.0 cannot be loaded',
    })
    const log = await last.log(failed)
    expect(log).toContain('the environment modules no-such/1.0 cannot be loaded')
    expect(log).not.toContain('not reached')
    await without.close()
  })
})
