import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Executor, RunHandle, RunSpec } from '../executor.ts'

/** What a kind of executor must offer to be tried by the suite. */
export interface ExecutorHarness {
  executor: Executor
  /** A folder that runs and the test both see. */
  folder: string
  /** Starts a run from another process and ends that process by SIGKILL. */
  startAndDie(spec: RunSpec, key: string): Promise<RunHandle>
  /** Kills what watches over the run, and not the run. */
  killWatcher(handle: RunHandle): Promise<void>
  close(): Promise<void>
}

/** Every executor passes this suite; the guarantees are those of the port's comments. */
export function describeExecutor(kind: string, open: () => Promise<ExecutorHarness>): void {
  describe(`executor ${kind}`, () => {
    let harness: ExecutorHarness
    let executor: Executor
    beforeAll(async () => {
      harness = await open()
      executor = harness.executor
    })
    afterAll(() => harness.close())

    const spec = (name: string, ...argv: [string, ...string[]]): RunSpec => ({
      name,
      argv,
      environment: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', DECLARED: 'yes' },
      workingFolder: harness.folder,
    })
    const shell = (name: string, script: string) => spec(name, '/bin/sh', '-c', script)
    const node = (name: string, program: string, ...rest: string[]) =>
      spec(name, process.execPath, '-e', program, ...rest)
    const log = async (handle: RunHandle) =>
      (await executor.logs(handle, { offset: 0, limit: 1 << 24 }))?.bytes.toString() ?? ''

    const over = async (handle: RunHandle) => {
      for (;;) {
        const woken = Promise.withResolvers<void>()
        const ignore = executor.adopt(handle, woken.resolve)
        const status = await executor.status(handle)
        if (status.phase === 'running') await Promise.race([woken.promise, sleep(200)])
        ignore()
        if (status.phase !== 'running') return status
      }
    }
    const says = async (handle: RunHandle, text: string) => {
      while (!(await log(handle)).includes(text)) await sleep(20)
    }

    test('a run succeeds, with its times and its whole log from both streams', async () => {
      const lines = Array.from({ length: 5_000 }, (_, line) => `line ${line}`)
      const program = 'for (let i = 0; i < 5000; i += 1) console.log("line " + i); console.error("at last")'
      const handle = await executor.start(node('complete', program), 'complete-1')
      const status = await over(handle)
      expect(status).toMatchObject({ phase: 'ended', exit: { code: 0, signal: null } })
      expect(Number(status.endedAt)).toBeGreaterThanOrEqual(Number(status.startedAt))
      expect((await log(handle)).trimEnd().split('\n')).toEqual([...lines, 'at last'])
    })

    test('the log is read by byte offset, from the front and from the end', async () => {
      const handle = await executor.start(shell('offsets', 'printf 0123456789'), 'offsets-1')
      await over(handle)
      const read = async (offset: number, limit: number) => {
        const part = await executor.logs(handle, { offset, limit })
        return { text: part?.bytes.toString(), offset: part?.offset, size: part?.size }
      }
      expect(await read(3, 4)).toEqual({ text: '3456', offset: 3, size: 10 })
      expect(await read(-4, 100)).toEqual({ text: '6789', offset: 6, size: 10 })
      expect(await read(-40, 2)).toEqual({ text: '01', offset: 0, size: 10 })
      expect(await read(10, 100)).toEqual({ text: '', offset: 10, size: 10 })
    })

    test('runs of one name follow one another in one log', async () => {
      await over(await executor.start(shell('twice', 'echo first'), 'twice-1'))
      const second = await executor.start(shell('twice', 'echo second'), 'twice-2')
      await over(second)
      expect(await log(second)).toBe('first\nsecond\n')
    })

    test('a run may be cleaned up the moment it has ended, and nothing but its output is in the log', async () => {
      const handles: RunHandle[] = []
      for (let run = 0; run < 12; run += 1) {
        const handle = await executor.start(shell('brief', `echo ${run}`), `run-${run}`)
        await over(handle)
        await executor.clean(handle)
        handles.push(handle)
      }
      expect(await log(handles[0] ?? '')).toBe(handles.map((_, run) => `${run}\n`).join(''))
    })

    test.each([1, 7, 143])('exit code %i is kept', async (code) => {
      const handle = await executor.start(shell(`exit-${code}`, `exit ${code}`), 'run')
      expect((await over(handle)).exit?.code).toBe(code)
    })

    test('the signal that ended a command is told', async () => {
      const handle = await executor.start(shell('signalled', 'kill -SEGV $$'), 'run')
      expect((await over(handle)).exit).toEqual({ code: 139, signal: 'SIGSEGV' })
    })

    test('what cannot run is refused with words, before anything starts', async () => {
      expect(await executor.check(spec('ready', process.execPath))).toEqual([])
      expect(await executor.check(spec('missing', '/nowhere/program'))).toEqual([
        'there is no program /nowhere/program',
      ])
      expect(await executor.check(spec('relative', 'node'))).toHaveLength(1)
      expect(await executor.check(spec('../escape', process.execPath))).toHaveLength(1)
      await expect(executor.start(spec('missing', '/nowhere/program'), 'run')).rejects.toThrow('/nowhere/program')
    })

    test('stop lets a command end by itself within the grace', async () => {
      const program = 'process.on("SIGTERM", () => process.exit(5)); setInterval(() => {}, 1000); console.log("up")'
      const handle = await executor.start(node('polite', program), 'run')
      await says(handle, 'up')
      await executor.stop(handle, { graceSeconds: 20 })
      expect(await executor.status(handle)).toMatchObject({ phase: 'ended', exit: { code: 5, signal: null } })
    })

    test('stop ends a command that ignores TERM, with its children, and records how', async () => {
      const stubborn = 'trap "" TERM; (trap "" TERM; echo up; while :; do sleep 1; done) & while :; do sleep 1; done'
      const handle = await executor.start(shell('stubborn', stubborn), 'run')
      await says(handle, 'up')
      await executor.stop(handle, { graceSeconds: 0.3 })
      expect(await executor.status(handle)).toMatchObject({ phase: 'ended', exit: { code: 137, signal: 'SIGKILL' } })
      await executor.stop(handle, { graceSeconds: 0.3 })
    })

    test('start is idempotent by key, also when asked twice at once', async () => {
      const counted = shell('once', 'echo started; sleep 0.3')
      const [first, second] = await Promise.all([executor.start(counted, 'same'), executor.start(counted, 'same')])
      expect(second).toBe(first)
      await over(first)
      expect(await executor.start(counted, 'same')).toBe(first)
      const started = (await log(first)).split('\n').filter((line) => line === 'started')
      expect(started).toHaveLength(1)
      expect((await executor.list()).filter((status) => status.handle === first)).toHaveLength(1)
    })

    test('a run outlives the process that started it, and its output goes on', async () => {
      const slow = 'let i = 0; setInterval(() => { console.log("tick " + i); if (++i === 8) process.exit(4) }, 150)'
      const handle = await harness.startAndDie(node('survivor', slow), 'run')
      expect((await executor.status(handle)).phase).toBe('running')
      expect((await over(handle)).exit).toEqual({ code: 4, signal: null })
      expect((await log(handle)).split('\n').filter((line) => line.startsWith('tick'))).toHaveLength(8)
    })

    test('the end of a run is known though nobody watched', async () => {
      const handle = await harness.startAndDie(shell('unwatched', 'echo done; exit 3'), 'run')
      await says(handle, 'done')
      expect(await over(handle)).toMatchObject({ phase: 'ended', exit: { code: 3 } })
    })

    test('a run whose watcher was killed is lost, neither failed nor succeeded, and its rest is swept', async () => {
      const beat = join(harness.folder, 'beat')
      const program = `setInterval(() => require("fs").writeFileSync(process.argv[1], String(Date.now())), 20); console.log("up")`
      const handle = await executor.start(node('lost', program, beat), 'run')
      await says(handle, 'up')
      await harness.killWatcher(handle)
      expect(await over(handle)).toMatchObject({ phase: 'lost', exit: null })
      await executor.clean(handle)
      await writeFile(beat, 'silent')
      await sleep(150)
      expect(await readFile(beat, 'utf8')).toBe('silent')
      expect((await executor.list()).map((status) => status.handle)).not.toContain(handle)
    })

    test('a run that was never started is lost', async () => {
      expect((await executor.status('never/started')).phase).toBe('lost')
    })

    test('arguments reach the program exactly', async () => {
      const argv = [
        'a b',
        '"quoted" \'twice\'',
        'new\nline',
        '$(touch hacked) `id` ; rm -rf *',
        '',
        '火-🐦',
        '--',
        '-n',
        '\\',
      ]
      const handle = await executor.start(
        node('exact', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...argv),
        'run',
      )
      await over(handle)
      expect(JSON.parse(await log(handle))).toEqual(argv)
    })

    test('the environment is the declared one: no secret of the server reaches a command', async () => {
      process.env['VERMILION_TEST_SECRET'] = 'must not leak'
      const handle = await executor.start(node('environment', 'console.log(JSON.stringify(process.env))'), 'run')
      await over(handle)
      delete process.env['VERMILION_TEST_SECRET']
      const { PWD, OLDPWD, SHLVL, _, ...environment } = JSON.parse(await log(handle))
      expect(environment).toEqual({ PATH: process.env['PATH'], DECLARED: 'yes' })
    })
  })
}
