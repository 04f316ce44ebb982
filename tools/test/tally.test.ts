import { expect, test } from 'vitest'
import { playwrightFindings, twoTries, vitestFailures } from './reports.ts'
import { closingLine, finding, honest, nothing, sum } from './tally.ts'

test('the closing line sums what ran and names what was skipped or tried twice only where there is some', () => {
  const checks = { ...nothing, passed: 5 }
  const tests = { ...nothing, passed: 40, failed: 2 }
  expect(closingLine(sum([checks, tests]))).toBe('45 passed, 2 failed')
  expect(closingLine(sum([checks, { ...tests, skipped: 3 }]))).toBe('45 passed, 2 failed, 3 skipped')
  expect(closingLine(sum([checks, { ...tests, flaky: 1 }]))).toBe('45 passed, 2 failed, 1 only at the second try')
})

test('a runner that crashed has failed, though it named no test', () => {
  expect(honest(nothing, 1)).toMatchObject({ failed: 1, findings: [expect.stringContaining('ended with 1')] })
  expect(honest(nothing, 0).failed).toBe(0)
  expect(honest({ ...nothing, failed: 4 }, 1).failed).toBe(4)
})

test('what failed is told by file and name with the reason, also a file that failed without a test', () => {
  const testResults = [
    {
      name: '/a.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'adds', status: 'passed', failureMessages: [] },
        { fullName: 'takes away', status: 'failed', failureMessages: ['\u001B[31mexpected 1\u001B[39m\nto be 2'] },
      ],
    },
    { name: '/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    { name: '/c.test.ts', status: 'passed', assertionResults: [{ fullName: 'c', status: 'passed' }] },
  ]
  const [test, file, ...others] = vitestFailures({
    numPassedTests: 2,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
  })
  expect(test && finding('✗', test.name, test.reason)).toBe('✗ takes away\n    expected 1\n    to be 2')
  expect(file).toEqual({ file: '/b.test.ts', name: '(the file)', reason: 'Cannot find module' })
  expect(others).toEqual([])
})

test('browser stories that failed or were flaky are told, however deep they are described', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ error: { message: 'no button' } }, {}] }],
  })
  const suites = [
    { specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'flaky'), spec('three', 'unexpected')] }] },
  ]
  expect(playwrightFindings({ suites })).toEqual([
    '↻ e2e/a.spec.ts › two\n    no button',
    '✗ e2e/a.spec.ts › three\n    no button',
  ])
})

test('what failed at one of two tries is named, whichever it was', () => {
  const failure = (name: string) => ({ file: '/a.test.ts', name, reason: name })
  const [one, two, three] = [failure('one'), failure('two'), failure('three')]
  expect(twoTries([one, two], undefined)).toEqual({ failed: [one, two], flaky: [] })
  expect(twoTries([one, two], [{ ...two }, three])).toEqual({ failed: [two], flaky: [one, three] })
  expect(twoTries([one], [])).toEqual({ failed: [], flaky: [one] })
})
