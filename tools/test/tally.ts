import { stripVTControlCharacters } from 'node:util'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests of `passed` that needed their second try. */
  readonly flaky: number
  /** A line or two per test that failed or was flaky. */
  readonly findings: readonly string[]
  /** Why tests were skipped, once for each of them. */
  readonly reasons: readonly string[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, flaky: 0, findings: [], reasons: [] }

export function sum(tallies: readonly Tally[]): Tally {
  const total = (key: Exclude<keyof Tally, 'findings' | 'reasons'>) =>
    tallies.reduce((count, tally) => count + tally[key], 0)
  const counts = { passed: total('passed'), failed: total('failed'), skipped: total('skipped'), flaky: total('flaky') }
  return {
    ...counts,
    findings: tallies.flatMap(({ findings }) => findings),
    reasons: tallies.flatMap(({ reasons }) => reasons),
  }
}

/** Skip reasons with their number of tests. */
export function skippedLines(reasons: readonly string[]): string {
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => [all.length, reason] as const)
  return counts
    .toSorted(([one], [other]) => other - one)
    .map(([count, reason]) => `  ${count} × ${reason}`)
    .join('\n')
}

/** The last line of `npm test`: also what was skipped, and what passed only at its second try. */
export function closingLine({ passed, failed, skipped, flaky }: Tally): string {
  const more = [skipped > 0 && `${skipped} skipped`, flaky > 0 && `${flaky} only at the second try`]
  return [`${passed} passed`, `${failed} failed`, ...more.filter((words) => words !== false)].join(', ')
}

/** A runner that ended badly without naming a failed test (a file that does not load, a crash) failed once. */
export function honest(tally: Tally, exitCode: number): Tally {
  if (exitCode === 0 || tally.failed > 0) return tally
  return { ...tally, failed: 1, findings: [...tally.findings, `✗ a runner ended with ${exitCode}, naming no test`] }
}

/** Summary line of a test: name and first line of the reason. */
export function finding(mark: '✗' | '↻', name: string, reason: string | undefined): string {
  const plain = stripVTControlCharacters(reason ?? '').trim()
  return `${mark} ${name}${plain === '' ? '' : `\n    ${plain.split('\n').slice(0, 3).join('\n    ')}`}`
}
