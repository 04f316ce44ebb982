import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { InstanceSpec, RunSpec } from '../../port/run-spec.ts'
import { isBroken } from '../../port/run-status.ts'
import type { Subject } from '../harness.ts'

const master: InstanceSpec = { role: 'master', index: 0, environment: { RANK: '0' } }
const first: InstanceSpec = { role: 'worker', index: 0, environment: { RANK: '1' } }
const second: InstanceSpec = { role: 'worker', index: 1, environment: { RANK: '2', DECLARED: 'its own' } }
const instances = [master, first, second] as const satisfies RunSpec['instances']

export function gangTests(subject: () => Subject): void {
  test('instances run at once, each with its own environment and log, and end as one run', async () => {
    const { executor, bench, harness } = subject()
    const script = `mkdir -p gang-met && touch gang-met/$RANK && while [ $(ls gang-met | wc -l) -lt 3 ]; do sleep 0.02; done
      echo "rank $RANK $DECLARED"`
    const handle = await executor.start(
      bench.shell('gang', script, { instances, workingFolder: harness.folder }),
      'run',
    )
    const status = await bench.over(handle)
    expect(status).toMatchObject({ phase: 'ended', exit: { code: 0 } })
    expect(status.instances.map(({ name, role, index }) => ({ name, role, index }))).toEqual([
      { name: 'gang-master-0', role: 'master', index: 0 },
      { name: 'gang-worker-0', role: 'worker', index: 0 },
      { name: 'gang-worker-1', role: 'worker', index: 1 },
    ])
    expect(await bench.log(handle, master)).toBe('rank 0 yes\n')
    expect(await bench.log(handle, first)).toBe('rank 1 yes\n')
    expect(await bench.log(handle, second)).toBe('rank 2 its own\n')
  })

  test('a run that one instance fails is broken, and its exit is that of the failure', async () => {
    const { executor, bench } = subject()
    const script = 'echo up; [ $RANK = 1 ] && exit 9; while :; do sleep 0.05; done'
    const handle = await executor.start(bench.shell('broken', script, { instances }), 'run')
    while (!isBroken(await executor.status(handle))) await bench.says(handle, 'up')
    await executor.stop(handle, { graceSeconds: 5 })
    const status = await executor.status(handle)
    expect(status).toMatchObject({ phase: 'ended', exit: { code: 9 } })
    expect(status.instances.every(({ phase }) => phase === 'ended')).toBe(true)
  })

  test('all instances start, or none', async () => {
    const { executor, bench, harness } = subject()
    const huge: InstanceSpec = { ...second, environment: { HUGE: 'x'.repeat(200_000) } }
    const script = bench.shell('none', 'touch none-started', { workingFolder: harness.folder })
    const refused = { ...script, instances: [master, huge] } as const satisfies RunSpec
    expect(await executor.check(refused)).toEqual([expect.stringContaining('HUGE')])
    await expect(executor.start(refused, 'run')).rejects.toThrow('HUGE')
    await expect(access(join(harness.folder, 'none-started'))).rejects.toThrow('ENOENT')
    expect((await executor.list()).map(({ handle }) => handle)).not.toContain('none/run')
  })
}
