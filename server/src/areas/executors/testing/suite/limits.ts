import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Subject } from '../harness.ts'

/** Limits that an executor cannot enforce are skipped. */
export function limitTests(subject: () => Subject): void {
  test('a run that takes more memory than it may is ended, and that is told', async ({ skip }) => {
    const { executor, bench } = subject()
    skip(!executor.capabilities.enforces.memory, 'memory is not limited here')
    const script = "echo up; x=$(head -c 300000000 /dev/zero | tr '\\0' x); echo ${#x}"
    const limits = { memoryBytes: 64 * 1024 * 1024 }
    const handle = await executor.start(bench.shell('memory', script, { limits }), 'run')
    const { phase, exit } = await bench.over(handle)
    expect(phase).toBe('ended')
    expect(exit?.code).not.toBe(0)
    expect(exit?.outOfMemory).not.toBe(false)
    expect(await bench.log(handle)).not.toContain('300000000')
  })

  test('a run that stays below its limits is not told as out of memory', async () => {
    const { executor, bench } = subject()
    const limits = { cpu: 1, memoryBytes: 256 * 1024 * 1024, processes: 100 }
    const handle = await executor.start(bench.shell('modest', 'sleep 0.1; exit 3', { limits }), 'run')
    const { exit } = await bench.over(handle)
    expect(exit?.code).toBe(3)
    expect(exit?.outOfMemory).not.toBe(true)
  })

  test('a run gets the processors that it may use and no more', async ({ skip }) => {
    const { executor, bench } = subject()
    skip(!executor.capabilities.enforces.cpu, 'processors are not limited here')
    const script = 'end=$(($(date +%s) + 3)); while [ $(date +%s) -lt $end ]; do :; done; times'
    const handle = await executor.start(bench.shell('cpu', script, { limits: { cpu: 0.2 } }), 'run')
    const began = Date.now()
    await bench.over(handle)
    const seconds = [...(await bench.log(handle)).matchAll(/(\d+)m([\d.]+)s/g)]
    expect(seconds).toHaveLength(4)
    const used = seconds.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0)
    expect(used).toBeGreaterThan(0)
    expect(used).toBeLessThan(((Date.now() - began) / 1_000) * 0.2 + 0.4)
  })

  test('a fork bomb stays within its limit, is stopped, and leaves nothing behind', async ({ skip }) => {
    const { executor, bench } = subject()
    skip(!executor.capabilities.enforces.processes, 'processes are not limited here')
    // A shell at the limit ends, so the command is a separate process; started ones sleep as long as this test's processes.
    const mark = `sleep 9${process.pid}`
    const script = `echo up; (for i in $(seq 200); do ${mark} & done) 2>/dev/null & exec ${mark}`
    const handle = await executor.start(bench.shell('bomb', script, { limits: { processes: 30 } }), 'run')
    await bench.says(handle, 'up')
    await expect.poll(() => countProcesses(mark)).toBeGreaterThan(10)
    let most = 0
    for (let round = 0; round < 10; round += 1) {
      most = Math.max(most, await countProcesses(mark))
      await sleep(50)
    }
    expect(most).toBeLessThanOrEqual(32)
    const calm = await executor.start(bench.shell('calm', 'echo also here'), 'run')
    expect((await bench.over(calm)).exit?.code).toBe(0)
    await executor.stop(handle, { graceSeconds: 0.2 })
    expect((await executor.status(handle)).phase).toBe('ended')
    expect(await countProcesses(mark)).toBe(0)
  })

  test('what has left its session ends with the run', async ({ skip }) => {
    const { executor, bench } = subject()
    skip(!executor.capabilities.containsEscapes, 'what leaves its session is not held here')
    const mark = `escaped-${process.pid}`
    const script = `setsid sh -c 'trap "" TERM HUP; echo away; while :; do sleep 0.1; done' ${mark} & sleep 0.3; exit 6`
    const handle = await executor.start(bench.shell('escape', script), 'run')
    await bench.says(handle, 'away')
    expect((await bench.over(handle)).exit?.code).toBe(6)
    expect(await countProcesses(`sh -c trap "" TERM HUP`, mark)).toBe(0)
  })
}

async function countProcesses(...texts: string[]): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => texts.every((word) => line.replaceAll('\0', ' ').includes(word))).length
}
