import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { noteProcessorTime, processorSeconds } from './processor-time.ts'

// Vitest evaluates this before each file of tests, and runs its hook after those of the file.
const startSeconds = processorSeconds(process.pid)
afterAll(() => {
  const file = relative(new URL('../..', import.meta.url).pathname, expect.getState().testPath ?? '')
  noteProcessorTime({ file, seconds: processorSeconds(process.pid) - startSeconds })
})
