import { offerOf, type ExecutorKind } from '@vermilion/contract/tasks/executors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benchOf } from './harness.ts'
import type { ExecutorHarness, Subject } from './harness.ts'
import { gangTests } from './suite/gang.ts'
import { inputTests } from './suite/input.ts'
import { lifeTests } from './suite/life.ts'
import { limitTests } from './suite/limits.ts'
import { logTests } from './suite/logs.ts'
import { stopTests } from './suite/stop.ts'
import { terminalTests } from './suite/terminal.ts'

export function describeExecutor(kind: ExecutorKind, open: () => Promise<ExecutorHarness>, engine?: string): void {
  describe(`executor ${engine === undefined ? kind : `${kind}, ${engine}`}`, () => {
    let subject: Subject
    beforeAll(async () => {
      const harness = await open()
      subject = { harness, executor: harness.executor, bench: benchOf(harness) }
    })
    afterAll(() => subject.harness.close())

    const current = () => subject
    test('it is what its kind is said to be', () => {
      const { executor } = subject
      const { images } = offerOf(kind)
      expect(executor.kind).toBe(kind)
      if (images !== 'by-settings') expect(executor.capabilities.images).toBe(images)
    })
    lifeTests(current)
    logTests(current)
    stopTests(current)
    gangTests(current)
    inputTests(current)
    limitTests(current)
    terminalTests(current)
  })
}
