import { expect, test } from 'vitest'
import { closingLine, honest, sum } from './tally.ts'

test('the closing line sums what ran and names what was skipped or tried twice only where there is some', () => {
  const checks = { passed: 5, failed: 0, skipped: 0, flaky: 0 }
  const tests = { passed: 40, failed: 2, skipped: 0, flaky: 0 }
  expect(closingLine(sum([checks, tests]))).toBe('45 passed, 2 failed')
  expect(closingLine(sum([checks, { ...tests, skipped: 3 }]))).toBe('45 passed, 2 failed, 3 skipped')
  expect(closingLine(sum([checks, { ...tests, flaky: 1 }]))).toBe('45 passed, 2 failed, 1 only at the second try')
})

test('a runner that crashed has failed, though it named no test', () => {
  const none = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  expect(honest(none, 1).failed).toBe(1)
  expect(honest(none, 0).failed).toBe(0)
  expect(honest({ ...none, failed: 4 }, 1).failed).toBe(4)
})
