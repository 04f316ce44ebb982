import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { RunHandle } from '../../port/run-status.ts'
import type { Subject } from '../harness.ts'

export function logTests(subject: () => Subject): void {
  test('the log is whole, from both streams', async () => {
    const { executor, bench } = subject()
    const script = 'i=0; while [ $i -lt 5000 ]; do echo "line $i"; i=$((i + 1)); done; echo "at last" >&2'
    const handle = await executor.start(bench.shell('long', script), 'run')
    await bench.over(handle)
    const lines = Array.from({ length: 5_000 }, (_, line) => `line ${line}\n`)
    // Two pipes have no common order: output of one may be inside a line of the other.
    const parts = (await bench.log(handle)).split('at last\n')
    expect(parts).toHaveLength(2)
    expect(parts.join('')).toBe(lines.join(''))
    expect(await readFile(executor.logFile(handle, bench.nameOf(handle)), 'utf8')).toBe(await bench.log(handle))
  })

  test('the log is read by byte offset, from the front and from the end', async () => {
    const { executor, bench } = subject()
    const handle = await executor.start(bench.shell('offsets', 'printf 0123456789'), 'offsets-1')
    await bench.over(handle)
    const read = async (offset: number, limit: number) => {
      const part = await executor.logs(handle, bench.nameOf(handle), { offset, limit })
      return { text: part?.bytes.toString(), offset: part?.offset, size: part?.size }
    }
    expect(await read(3, 4)).toEqual({ text: '3456', offset: 3, size: 10 })
    expect(await read(-4, 100)).toEqual({ text: '6789', offset: 6, size: 10 })
    expect(await read(-40, 2)).toEqual({ text: '01', offset: 0, size: 10 })
    expect(await read(10, 100)).toEqual({ text: '', offset: 10, size: 10 })
  })

  test('runs of one name follow one another in one log', async () => {
    const { executor, bench } = subject()
    await bench.over(await executor.start(bench.shell('twice', 'echo first'), 'twice-1'))
    const second = await executor.start(bench.shell('twice', 'echo second'), 'twice-2')
    await bench.over(second)
    expect(await bench.log(second)).toBe('first\nsecond\n')
  })

  test('a run may be cleaned up the moment it has ended, and nothing but its output is in the log', async () => {
    const { executor, bench } = subject()
    const handles: RunHandle[] = []
    for (let run = 0; run < 6; run += 1) {
      const handle = await executor.start(bench.shell('brief', `echo ${run}`), `run-${run}`)
      await bench.over(handle)
      await executor.clean(handle)
      handles.push(handle)
    }
    expect(await bench.log(handles[0] ?? '')).toBe(handles.map((_, run) => `${run}\n`).join(''))
  })

  test('bytes that are no text and a line without an end reach the log as they are', async () => {
    const { executor, bench } = subject()
    const script = String.raw`printf '\000\001\377\376\033[31m'; head -c 3000000 /dev/zero | tr '\0' x`
    const handle = await executor.start(bench.shell('binary', script), 'run')
    await bench.over(handle)
    const part = await executor.logs(handle, bench.nameOf(handle), { offset: 0, limit: 9 })
    expect(part).toMatchObject({ size: 3_000_009 })
    expect(part?.bytes.toString('hex')).toBe('0001fffe1b5b33316d')
  })
}
