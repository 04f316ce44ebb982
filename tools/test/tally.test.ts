import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { budgetFindings, fileBudgetSeconds, overBudget, slowestFiles } from './durations.ts'
import { withMeasurement } from './measurements.ts'
import { processorFinding, processorSeconds, processorTable } from './processor-time.ts'
import {
  latestTries,
  playwrightDurations,
  playwrightFindings,
  playwrightReasons,
  twoTries,
  vitestFailures,
  vitestReasons,
} from './reports.ts'
import { closingLine, finding, honest, nothing, skippedLines, sum } from './tally.ts'

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

test('why tests were skipped is told at the end, the reason of most first, and of one that says none the file', () => {
  const skipped = (ancestorTitles: string[], title: string, status = 'skipped') => ({
    fullName: [...ancestorTitles, title].join(' '),
    ancestorTitles,
    title,
    status,
  })
  const tests = [
    skipped(['devices, skipped: there is no sshd'], 'are added'),
    skipped(['devices, skipped: there is no sshd'], 'are removed'),
    skipped([], 'logs a loop (skipped where Python has no mlflow)'),
    skipped([], 'runs'),
    skipped(['devices, skipped: never'], 'ran', 'passed'),
  ]
  const testResults = [{ name: '/project/a.test.ts', status: 'passed', assertionResults: tests }]
  const story = (annotations: { type: string; description?: string }[]) => ({
    title: 'a board',
    file: 'a.spec.ts',
    tests: [{ status: 'skipped', annotations, results: [] }],
  })
  const specs = [story([{ type: 'skip', description: 'there is no sshd' }]), story([])]
  const reasons = [...vitestReasons('/project', { testResults }), ...playwrightReasons({ suites: [{ specs }] })]
  expect(skippedLines(reasons).split('\n')).toEqual([
    '  3 × there is no sshd',
    '  1 × where Python has no mlflow',
    '  1 × no reason, in a.test.ts',
    '  1 × no reason, in e2e/a.spec.ts',
  ])
})

test('what failed at one of two tries is named, whichever it was', () => {
  const failure = (name: string) => ({ file: '/a.test.ts', name, reason: name })
  const [one, two, three] = [failure('one'), failure('two'), failure('three')]
  expect(twoTries([one, two], undefined)).toEqual({ failed: [one, two], flaky: [] })
  expect(twoTries([one, two], [{ ...two }, three])).toEqual({ failed: [two], flaky: [one, three] })
  expect(twoTries([one], [])).toEqual({ failed: [], flaky: [one] })
})

test('of files that were tried twice the second try is measured', () => {
  const measured = (file: string, seconds: number, passed: boolean) => ({ file, name: file, seconds, passed })
  const first = [measured('a.test.ts', 1, true), measured('b.test.ts', 2, false)]
  expect(latestTries(first, [measured('b.test.ts', 3, true)])).toEqual([first[0], measured('b.test.ts', 3, true)])
  expect(latestTries(first, undefined)).toEqual(first)
})

test('a file over its budget has failed, unless it is within it by itself', () => {
  const [within, over] = [fileBudgetSeconds - 1, fileBudgetSeconds + 1]
  const first = [
    { file: 'a.test.ts', seconds: within },
    { file: 'b.test.ts', seconds: over },
    { file: 'c.test.ts', seconds: over },
  ]
  const second = [
    { file: 'b.test.ts', seconds: within },
    { file: 'c.test.ts', seconds: over },
  ]
  const { failed, flaky } = budgetFindings(overBudget(first), second)
  expect(failed).toEqual([expect.stringMatching(/^✗ c\.test\.ts\n.*took 61\.0 s, then 61\.0 s; it may take 60 s/)])
  expect(flaky).toEqual([expect.stringMatching(/^↻ b\.test\.ts\n.*took 61\.0 s, then 59\.0 s/)])
  expect(budgetFindings(overBudget(first), undefined)).toMatchObject({ failed: { length: 2 }, flaky: [] })
})

test('on a machine that is slow each file has more time', () => {
  const [within, over] = [
    { file: 'within.spec.ts', seconds: 100 },
    { file: 'over.spec.ts', seconds: 130 },
  ]
  expect(overBudget([within, over])).toEqual([within, over])
  expect(overBudget([within, over], 2)).toEqual([over])
  expect(budgetFindings([over], [{ ...over, seconds: 110 }], 2)).toMatchObject({ failed: [], flaky: { length: 1 } })
  expect(budgetFindings([over], [over], 2).failed).toEqual([expect.stringContaining('it may take 120 s')])
})

test('the slowest files are listed, and of a story that was tried twice the second try counts', () => {
  const story = (file: string, title: string, ...durations: number[]) => ({
    title,
    file,
    tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [
    { specs: [story('a.spec.ts', 'one', 120_000, 2_000)], suites: [{ specs: [story('a.spec.ts', 'two', 1_000)] }] },
    { specs: [story('b.spec.ts', 'three', 11_000)] },
  ]
  const durations = playwrightDurations({ suites })
  expect(slowestFiles(durations)).toBe('  11.0 s  e2e/b.spec.ts\n   3.0 s  e2e/a.spec.ts')
  const many = Array.from({ length: 30 }, (_, seconds) => ({ file: `${seconds}`, seconds }))
  expect(slowestFiles(many).split('\n')).toHaveLength(20)
})

test('a measurement stands above those of other days, and of each file takes the place of the same day', () => {
  const measured = (date: string, file: string, seconds: number, passed = true) => ({
    date: new Date(date),
    machine: '2 × processor',
    tests: [{ file, name: 'a million', seconds, passed }],
  })
  const runs = [
    measured('2026-01-01', 'a.long.test.ts', 5),
    measured('2026-01-01', 'b.spec.ts', 8),
    measured('2026-01-01', 'a.long.test.ts', 6, false),
    measured('2026-01-02', 'a.long.test.ts', 7),
  ]
  const page = runs.reduce(withMeasurement, '# Measurements\n\nWords.\n')
  expect(withMeasurement(page, { ...runs[0]!, tests: [] })).toBe(page)
  expect(page).toBe(`# Measurements

Words.

## 2026-01-02

2 × processor.

- 7.0 s: a million (\`a.long.test.ts\`)

## 2026-01-01

2 × processor.

- 8.0 s: a million (\`b.spec.ts\`)
- 6.0 s, FAILED: a million (\`a.long.test.ts\`)
`)
})

test('what was written by hand on the day of a run stays, with the lines that go on', () => {
  const byHand = '- `bench a`: 3 s beside\n  other work'
  const page = `# Measurements\n\n## 2026-01-01\n\nA machine.\n\n${byHand}\n`
  const tests = [{ file: 'a.long.test.ts', name: 'a million', seconds: 7, passed: true }]
  const after = withMeasurement(page, { date: new Date('2026-01-01'), machine: 'A machine', tests })
  expect(after).toBe(
    `# Measurements\n\n## 2026-01-01\n\nA machine.\n\n${byHand}\n- 7.0 s: a million (\`a.long.test.ts\`)\n`,
  )
})

test('how a run of everything ended stands in the section of its day, the latest run of it alone', () => {
  const run = { date: new Date('2026-01-01'), machine: 'A machine', tests: [] }
  const page = withMeasurement('# Measurements\n', { ...run, result: '9 passed, 1 failed' })
  expect(withMeasurement(page, { ...run, result: '10 passed, 0 failed' }).trim()).toBe(
    '# Measurements\n\n## 2026-01-01\n\nA machine.\n\nEverything: 10 passed, 0 failed.',
  )
})

test('processor time is summed by area, and a run that takes too much of it fails', () => {
  const times = [
    { file: 'server/src/areas/datasets/labels/labels.test.ts', seconds: 3 },
    { file: 'server/src/areas/datasets/trash/trash.test.ts', seconds: 4.5 },
    { file: 'contract/src/paths.test.ts', seconds: 1 },
    { file: 'e2e/files.spec.ts', seconds: 20 },
  ]
  expect(processorTable(times)).toBe('   20.0 CPU-s  stories\n    7.5 CPU-s  server/datasets\n    1.0 CPU-s  contract')
  expect(processorFinding(2_400, 1)).toBeUndefined()
  expect(processorFinding(2_401, 1)).toContain('took 2401 CPU-s; it may take 2400 here')
  expect(processorFinding(2_401, 1.5)).toBeUndefined()
})

test('what a program takes counts with all that it started', () => {
  const startSeconds = processorSeconds(process.pid)
  spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);'])
  expect(processorSeconds(process.pid) - startSeconds).toBeGreaterThan(0.25)
})
