/** How many tests ended how. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Of those that passed: only at their second try. */
  readonly flaky: number
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = (key: keyof Tally) => tallies.reduce((count, tally) => count + tally[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped'), flaky: total('flaky') }
}

/** The last line of `npm test`: also what was skipped, and what passed only at its second try. */
export function closingLine({ passed, failed, skipped, flaky }: Tally): string {
  const more = [skipped > 0 && `${skipped} skipped`, flaky > 0 && `${flaky} only at the second try`]
  return [`${passed} passed`, `${failed} failed`, ...more.filter((words) => words !== false)].join(', ')
}

/** A runner that ended badly without naming a failed test (a file that does not load, a crash) failed once. */
export function honest(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
