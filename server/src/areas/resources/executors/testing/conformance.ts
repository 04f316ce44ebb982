import { afterAll, beforeAll, describe } from 'vitest'
import { benchOf } from './harness.ts'
import type { ExecutorHarness, Subject } from './harness.ts'
import { gangTests } from './suite/gang.ts'
import { inputTests } from './suite/input.ts'
import { lifeTests } from './suite/life.ts'
import { limitTests } from './suite/limits.ts'
import { logTests } from './suite/logs.ts'
import { stopTests } from './suite/stop.ts'
import { terminalTests } from './suite/terminal.ts'

/** Every executor passes this suite; the guarantees are those of the port's comments. */
export function describeExecutor(kind: string, open: () => Promise<ExecutorHarness>): void {
  describe(`executor ${kind}`, () => {
    let subject: Subject
    beforeAll(async () => {
      const harness = await open()
      subject = { harness, executor: harness.executor, bench: benchOf(harness) }
    })
    afterAll(() => subject.harness.close())

    const current = () => subject
    lifeTests(current)
    logTests(current)
    stopTests(current)
    gangTests(current)
    inputTests(current)
    limitTests(current)
    terminalTests(current)
  })
}
