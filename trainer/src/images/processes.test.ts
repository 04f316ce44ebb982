import { expect, test } from 'vitest'
import { torchPython, torchSkipped, unittest } from '../testing/python.ts'

const longTimeout = { timeout: 480_000 }

test.skipIf(torchPython === undefined)(
  `processes that learn as one do what one does with their batches together, and end together${torchSkipped}`,
  longTimeout,
  async () => {
    expect((await unittest(torchPython ?? '', 'test_processes')).stderr).toMatch(/Ran \d tests[^]*OK/)
  },
)
