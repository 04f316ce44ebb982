import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InstanceSpec } from '../port/run-spec.ts'
import { describeExecutor } from './conformance.ts'
import { containerHarness } from './container-harness.ts'
import type { EngineName } from './engine-recipes.ts'
import { skippedWithout } from './expected-engine.ts'
import type { TestEngine } from './engines.ts'
import { benchOf } from './harness.ts'
import type { ExecutorHarness } from './harness.ts'

export function describeContainers(name: EngineName, engine: TestEngine | null): void {
  describe.skipIf(engine === null)(`with ${name}${skippedWithout(name)}`, () => {
    if (engine === null) return
    afterAll(() => engine.close())
    describeExecutor('container', () => containerHarness(engine), name)
    describe('the engine', () => {
      engineTests(engine)
    })
  })
}

const lines = 400_000
/** Bytes that an engine may buffer: Docker's daemon reads all output, Podman has a process per container. */
const memoryLimits: Readonly<Record<EngineName, number>> = { docker: 2 * 1024 * 1024, podman: 0 }
const [first, second]: readonly [InstanceSpec, InstanceSpec] = [
  { role: 'master', index: 0, environment: {} },
  { role: 'worker', index: 0, environment: {} },
]

function engineTests(engine: TestEngine): void {
  let harness: ExecutorHarness
  beforeAll(async () => {
    harness = await containerHarness(engine)
  })
  afterAll(() => harness.close())

  test('instances on a network of their own reach one another by role and index', async () => {
    const bench = benchOf(harness)
    // Each waits for both, then stays: DNS names vanish with their containers.
    const script = `for i in $(seq 60); do
      nslookup master-0 >/dev/null && nslookup worker-0 >/dev/null && sleep 3 && exit 0
      sleep 0.2
    done; exit 1`
    const more = { network: 'bridge', instances: [first, second] } as const
    const handle = await harness.executor.start(bench.shell('network', script, more), 'run')
    const { exit } = await bench.over(handle)
    expect(exit).toMatchObject({ code: 0 })
    await harness.executor.clean(handle)
    expect((await engine.client.listNetworks()).filter(({ Name: name }) => name.startsWith('vermilion-'))).toEqual([])
  })

  test('R4.02 what is typed behind a change of the size counts as unread', async () => {
    const bench = benchOf(harness)
    const handle = await harness.executor.start(bench.shell('resized', 'echo up; sleep 60'), 'run')
    await bench.says(handle, 'up')
    const argv = ['/bin/sh', '-c', 'read -r line; echo "${#line} read"'] as const
    const terminal = await harness.executor.open(handle, bench.nameOf(handle), { columns: 80, rows: 24, argv })
    let message = ''
    terminal.onData((bytes) => (message += bytes.toString()))
    terminal.resize(100, 30)
    terminal.write('x'.repeat(1_000))
    terminal.write(Buffer.from('\n'))
    expect(terminal.unread()).toBe(1_001)
    await terminal.exit
    expect(message).toContain('1000 read')
    expect(terminal.unread()).toBe(0)
    await harness.executor.stop(handle, { graceSeconds: 0 })
    await harness.executor.clean(handle)
  })

  test('R2.22 an engine that is killed under a log goes on with it, and loses what it held in memory alone', async () => {
    const bench = benchOf(harness)
    // It must not end while the engine is down, which would lose the exit.
    const script = `seq ${lines}; while [ ! -e back-up ]; do sleep 0.1; done`
    const handle = await harness.executor.start(bench.shell('killed', script), 'run')
    const leave = harness.executor.adopt(handle, () => {})
    await bench.says(handle, '20000\n')
    await engine.restart()
    await writeFile(join(harness.folder, 'back-up'), '')
    expect((await bench.over(handle)).exit).toMatchObject({ code: 0 })
    leave()
    const written = `${Array.from({ length: lines }, (_, at) => at + 1).join('\n')}\n`
    const log = await bench.log(handle)
    expect(written.length - log.length).toBeLessThanOrEqual(memoryLimits[engine.name])
    // Exactly the written text, apart from gaps lost by the engine, without duplicates.
    expect(log.startsWith(written.slice(0, written.indexOf('\n20001\n')))).toBe(true)
    expect(isLeftOf(log, written)).toBe(true)
    await harness.executor.clean(handle)
  })
}

function isLeftOf(text: string, full: string): boolean {
  let at = 0
  for (const character of full) if (character === text[at]) at += 1
  return at === text.length
}
