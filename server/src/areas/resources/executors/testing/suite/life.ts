import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Subject } from '../harness.ts'

/** How runs begin, are found again, and end. */
export function lifeTests(subject: () => Subject): void {
  test('a run succeeds, with its times, its place and its one instance', async () => {
    const { executor, bench } = subject()
    const handle = await executor.start(bench.shell('complete', 'echo out; echo err >&2'), 'complete-1')
    const status = await bench.over(handle)
    expect(status).toMatchObject({ phase: 'ended', exit: { code: 0, signal: null } })
    expect(Number(status.endedAt)).toBeGreaterThanOrEqual(Number(status.startedAt))
    const [instance, ...others] = status.instances
    expect(others).toEqual([])
    expect(instance).toMatchObject({ name: 'complete-worker-0', role: 'worker', index: 0, phase: 'ended', restarts: 0 })
    expect(instance?.exit).toEqual(status.exit)
    expect(instance?.hostIp).toMatch(/^[\d.]+$|:/)
  })

  test.each([1, 7, 143])('exit code %i is kept', async (code) => {
    const { executor, bench } = subject()
    const handle = await executor.start(bench.shell(`exit-${code}`, `exit ${code}`), 'run')
    expect((await bench.over(handle)).exit?.code).toBe(code)
  })

  test('the signal that ended a command is told', async () => {
    const { executor, bench } = subject()
    const handle = await executor.start(bench.shell('signalled', "sh -c 'kill -SEGV $$'; exit $?"), 'run')
    expect((await bench.over(handle)).exit).toMatchObject({ code: 139, signal: 'SIGSEGV' })
  })

  test('start is idempotent by key, also when asked twice at once', async () => {
    const { executor, bench } = subject()
    const counted = bench.shell('once', 'echo started; sleep 0.3')
    const [first, second] = await Promise.all([executor.start(counted, 'same'), executor.start(counted, 'same')])
    expect(second).toBe(first)
    await bench.over(first)
    expect(await executor.start(counted, 'same')).toBe(first)
    const started = (await bench.log(first)).split('\n').filter((line) => line === 'started')
    expect(started).toHaveLength(1)
    expect((await executor.list()).filter((status) => status.handle === first)).toHaveLength(1)
  })

  test('a run outlives the process that started it, and its output goes on', async () => {
    const { executor, bench, harness } = subject()
    const slow = 'for i in 1 2 3 4 5 6 7 8; do echo tick $i; sleep 0.15; done; exit 4'
    const handle = await harness.startAndDie(bench.shell('survivor', slow), 'run')
    expect((await executor.status(handle)).phase).toBe('running')
    expect((await bench.over(handle)).exit).toMatchObject({ code: 4, signal: null })
    expect((await bench.log(handle)).split('\n').filter((line) => line.startsWith('tick'))).toHaveLength(8)
  })

  test('the end of a run is known though nobody watched', async () => {
    const { bench, harness } = subject()
    const handle = await harness.startAndDie(bench.shell('unwatched', 'echo done; exit 3'), 'run')
    await bench.says(handle, 'done')
    expect(await bench.over(handle)).toMatchObject({ phase: 'ended', exit: { code: 3 } })
  })

  test('a run of which nobody knows the end is lost, neither failed nor succeeded, and its rest is swept', async () => {
    const { executor, bench, harness } = subject()
    const beat = join(harness.folder, 'beat')
    const script = `echo up; while :; do date >'${beat.replaceAll("'", `'\\''`)}'; sleep 0.02; done`
    const handle = await executor.start(bench.shell('lost', script), 'run')
    await bench.says(handle, 'up')
    await harness.lose(handle)
    expect(await bench.over(handle)).toMatchObject({ phase: 'lost', exit: null })
    await executor.clean(handle)
    await writeFile(beat, 'silent')
    await sleep(150)
    expect(await readFile(beat, 'utf8')).toBe('silent')
    expect((await executor.list()).map((status) => status.handle)).not.toContain(handle)
  })

  test('a run that was never started, or is cleaned up, is lost and has no instances', async () => {
    const { executor, bench } = subject()
    expect(await executor.status('never/started')).toMatchObject({ phase: 'lost', instances: [] })
    const handle = await executor.start(bench.shell('forgotten', 'echo here'), 'run')
    await bench.over(handle)
    await executor.clean(handle)
    expect(await executor.status(handle)).toMatchObject({ phase: 'lost', instances: [] })
    expect(await bench.log(handle)).toBe('here\n')
  })

  test('R2.22 a running run tells what it uses, and one that is over nothing', async () => {
    const { executor, bench } = subject()
    if (!executor.capabilities.usage) return
    const until = `trap 'exit 0' TERM; echo up; while :; do :; done`
    const handle = await executor.start(bench.shell('busy', until), 'run')
    await bench.says(handle, 'up')
    const used = async (seconds: number) => {
      for (;;) {
        const runUsage = await executor.usage?.(handle)
        if (runUsage && runUsage.cpuSeconds > seconds) return runUsage
        await sleep(50)
      }
    }
    const first = await used(0)
    expect(first.memoryBytes).toBeGreaterThan(0)
    expect(first.accelerators).toEqual([])
    const second = await used(first.cpuSeconds + 0.1)
    expect(second.network?.receivedBytes ?? 0).toBeGreaterThanOrEqual(first.network?.receivedBytes ?? 0)
    await executor.stop(handle, { graceSeconds: 5 })
    expect(await executor.usage?.(handle)).toBe(null)
  })
}
