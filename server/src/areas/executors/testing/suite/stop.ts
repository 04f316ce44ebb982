import { expect, test } from 'vitest'
import type { Subject } from '../harness.ts'

export function stopTests(subject: () => Subject): void {
  test('stop lets a command end by itself within the grace', async () => {
    const { executor, bench } = subject()
    const script = 'trap "exit 5" TERM; echo up; while :; do sleep 0.05; done'
    const handle = await executor.start(bench.shell('polite', script), 'run')
    await bench.says(handle, 'up')
    await executor.stop(handle, { graceSeconds: 20 })
    expect(await executor.status(handle)).toMatchObject({ phase: 'ended', exit: { code: 5, signal: null } })
  })

  test('stop ends a command that ignores TERM, with its children, and records how', async () => {
    const { executor, bench } = subject()
    const stubborn = 'trap "" TERM; (trap "" TERM; echo up; while :; do sleep 1; done) & while :; do sleep 1; done'
    const handle = await executor.start(bench.shell('stubborn', stubborn), 'run')
    await bench.says(handle, 'up')
    // Grace periods below a second may be rounded up.
    await executor.stop(handle, { graceSeconds: 0.3 })
    expect(await executor.status(handle)).toMatchObject({ phase: 'ended', exit: { code: 137, signal: 'SIGKILL' } })
    await executor.stop(handle, { graceSeconds: 0.3 })
  })
}
