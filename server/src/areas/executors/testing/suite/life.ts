import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Subject } from '../harness.ts'

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
    const looked = join(harness.folder, 'looked')
    const mark = `'${looked.replaceAll("'", `'\\''`)}'`
    const slow = `while [ ! -e ${mark} ]; do sleep 0.05; done
      for i in 1 2 3 4 5 6 7 8; do echo tick $i; sleep 0.15; done; exit 4`
    const handle = await harness.startAndDie(bench.shell('survivor', slow), 'run')
    // An engine that queues may take a moment.
    while (['queued', 'starting'].includes((await executor.status(handle)).phase)) await sleep(50)
    expect((await executor.status(handle)).phase).toBe('running')
    await writeFile(looked, '')
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

  test('R2.22 R1.08 what a running run uses is told as it counts it itself, and of one that is over nothing', async () => {
    const { executor, bench } = subject()
    if (!executor.capabilities.usage) return
    // The command measures itself in clock ticks of 1/100 s: utime and stime of proc(5), $1 being the field after its name.
    const count = 'read -r line < /proc/$$/stat; set -- ${line##*) }; ticks=$((${12} + ${13}))'
    const spin = 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done'
    const program = `trap 'exit 0' TERM; ticks=0; while [ $ticks -lt 150 ]; do ${spin}; ${count}; done; echo ticks $ticks.; while :; do sleep 0.1; done`
    const handle = await executor.start(bench.shell('busy', program), 'run')
    await bench.says(handle, 'ticks ')
    const ofItself = Number(/ticks (\d+)\./.exec(await bench.log(handle))?.[1]) / 100
    const first = await executor.usage?.(handle)
    expect(first?.memoryBytes).toBeGreaterThan(0)
    expect(first?.accelerators).toEqual([])
    expect(first?.cpuSeconds).toBeGreaterThan(0.95 * ofItself)
    expect(first?.cpuSeconds).toBeLessThan(1.05 * ofItself + 0.3)
    const second = await executor.usage?.(handle)
    expect(second?.cpuSeconds).toBeGreaterThanOrEqual(first?.cpuSeconds ?? Infinity)
    expect(second?.network?.receivedBytes ?? 0).toBeGreaterThanOrEqual(first?.network?.receivedBytes ?? 0)
    await executor.stop(handle, { graceSeconds: 5 })
    expect(await executor.usage?.(handle)).toBe(null)
  })
}
