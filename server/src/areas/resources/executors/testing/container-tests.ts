import { afterAll, describe } from 'vitest'
import { describeExecutor } from './conformance.ts'
import { containerHarness } from './container-harness.ts'
import type { EngineName, TestEngine } from './engines.ts'

/** The suite of all executors against one engine, which may be missing. */
export function describeContainers(name: EngineName, engine: TestEngine | null): void {
  describe.skipIf(engine === null)(`with ${name}`, () => {
    if (engine === null) return
    afterAll(() => engine.close())
    describeExecutor(`container, ${name}`, () => containerHarness(engine))
  })
}
