import { relative } from 'node:path'
import type { FileDuration } from './durations.ts'
import { finding } from './tally.ts'

/** The parts of Vitest's report that say how many tests ended how, and which failed. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly ancestorTitles?: readonly string[]
      readonly title?: string
      readonly status: string
      readonly duration?: number | null
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

/** The parts of Playwright's report that say the same. */
export interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  readonly suites: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly status: string
      readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
      readonly results: readonly { readonly duration?: number; readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

/** Results missing in Vitest's report. Paths are absolute. */
export interface VitestExtras {
  /** Failures outside any test. */
  readonly outside: readonly string[]
  readonly durations: readonly FileDuration[]
}

/** A test, and how it ended. */
export interface TestDuration extends FileDuration {
  readonly name: string
  readonly passed: boolean
}

interface Failure {
  readonly file: string
  readonly name: string
  readonly reason: string | undefined
}

/** Tests that failed, and files that failed without one: those did not load, or not end. */
export function vitestFailures({ testResults }: VitestReport): Failure[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, name: fullName, reason: failureMessages?.[0] }))
    if (failed.length > 0 || status !== 'failed') return failed
    return [{ file, name: '(the file)', reason: message }]
  })
}

/**
 * Splits failures of two tries into failed (both tries, or tried once) and flaky (one of two, in either order: a file is rerun
 * because of another test).
 */
export function twoTries(
  first: readonly Failure[],
  second: readonly Failure[] | undefined,
): Record<'failed' | 'flaky', readonly Failure[]> {
  if (second === undefined) return { failed: first, flaky: [] }
  const isAmong = (failures: readonly Failure[], { file, name }: Failure) =>
    failures.some((other) => other.file === file && other.name === name)
  const failed = first.filter((failure) => isAmong(second, failure))
  const flaky = [...first, ...second].filter((failure) => !isAmong(failed, failure))
  return { failed, flaky }
}

/** Why tests were skipped: it stands in a title behind `skipped`. One that does not say is told of by its file. */
export function vitestReasons(root: string, { testResults }: Pick<VitestReport, 'testResults'>): string[] {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
      .map(({ ancestorTitles = [], title = '' }) => {
        const [reason] = [...ancestorTitles, title].flatMap((words) => /skipped:? (.+?)\)?$/s.exec(words)?.[1] ?? [])
        return reason ?? `no reason, in ${relative(root, file)}`
      }),
  )
}

export function playwrightReasons({ suites }: Pick<PlaywrightReport, 'suites'>): string[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ file, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(
          ({ annotations = [] }) =>
            annotations.find(({ type }) => type === 'skip')?.description ?? `no reason, in e2e/${file}`,
        ),
    ),
    ...playwrightReasons({ suites: inner }),
  ])
}

/** The tests that ran, of files from the root. */
export function vitestTests(root: string, { testResults }: Pick<VitestReport, 'testResults'>): TestDuration[] {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, duration }) => ({
        file: relative(root, file),
        name: fullName,
        seconds: (duration ?? 0) / 1000,
        passed: status === 'passed',
      })),
  )
}

/** For files tried twice, the second try counts. */
export function latestTries(
  first: readonly TestDuration[],
  second: readonly TestDuration[] | undefined = [],
): TestDuration[] {
  const again = new Set(second.map(({ file }) => file))
  return [...first.filter(({ file }) => !again.has(file)), ...second]
}

/** The stories that ran. Of one that was tried twice the second try counts. */
export function playwrightTests({ suites }: Pick<PlaywrightReport, 'suites'>): TestDuration[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status !== 'skipped')
        .map(({ status, results }) => ({
          file: `e2e/${file}`,
          name: title,
          seconds: (results.at(-1)?.duration ?? 0) / 1000,
          passed: status !== 'unexpected',
        })),
    ),
    ...playwrightTests({ suites: inner }),
  ])
}

export function playwrightDurations(report: Pick<PlaywrightReport, 'suites'>): FileDuration[] {
  const byFile = Map.groupBy(playwrightTests(report), ({ file }) => file)
  return [...byFile].map(([file, stories]) => ({
    file,
    seconds: stories.reduce((sum, { seconds }) => sum + seconds, 0),
  }))
}

export function playwrightFindings({ suites }: Pick<PlaywrightReport, 'suites'>): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.flatMap(({ status, results }) => {
        if (status !== 'unexpected' && status !== 'flaky') return []
        const reason = results.find(({ error }) => error !== undefined)?.error?.message
        return [finding(status === 'flaky' ? '↻' : '✗', `e2e/${file} › ${title}`, reason)]
      }),
    ),
    ...playwrightFindings({ suites: suite.suites ?? [] }),
  ])
}
