import { finding } from './tally.ts'

/** Duration of a file of tests or stories: setup and tests, without queueing. */
export interface FileDuration {
  readonly file: string
  readonly seconds: number
}

/** A file that takes longer fails the run: it is to be split, or its long proof moved to `npm run test:all`. */
export const fileBudgetSeconds = 60

/** Files that wait for something which has its own time, each with what: seconds that they may take. */
const allowances: Readonly<Record<string, number>> = {
  // A stop is given up after the minute that an engine has to answer.
  'e2e/stop-fails.spec.ts': 120,
  // A board boots after each install, with a system bus of its own.
  'updaters/rauc.test.ts': 120,
  'updaters/swupdate.test.ts': 120,
  // A detector is trained until it finds what it was shown.
  'e2e/loop.spec.ts': 120,
  // Whole trainings, and servers that are killed under them.
  'registration/recovery.test.ts': 120,
  // Every page of their areas, opened anew in both themes.
  'e2e/accessibility-compute.spec.ts': 120,
  'e2e/accessibility-devices.spec.ts': 120,
  'e2e/accessibility-resources.spec.ts': 120,
  // The whole day of one board: it installs two versions, and runs a model on fifty images.
  'e2e/device-acceptance.spec.ts': 150,
}

const budgetOf = (file: string): number =>
  Object.entries(allowances).find(([name]) => file.endsWith(name))?.[1] ?? fileBudgetSeconds

const slowestShown = 20

/** The files that took too long. `slowness`: how many times longer than by itself on a usual machine a file may take. */
export function overBudget(durations: readonly FileDuration[], slowness = 1): FileDuration[] {
  return durations.filter(({ file, seconds }) => seconds > budgetOf(file) * slowness)
}

/**
 * `first`: those over their budget. A file that is over it also when it runs once more by itself has failed. One that is then within it was held
 * up by something else on the machine, and is told like a test that passes at its second try.
 */
export function budgetFindings(
  first: readonly FileDuration[],
  second: readonly FileDuration[] | undefined,
  slowness = 1,
): Record<'failed' | 'flaky', string[]> {
  const findings: Record<'failed' | 'flaky', string[]> = { failed: [], flaky: [] }
  for (const { file, seconds } of first) {
    const again = second?.find((duration) => duration.file === file)?.seconds
    const isOver = again === undefined || again > budgetOf(file) * slowness
    const took = [seconds, ...(again === undefined ? [] : [again])]
      .map((each) => `${each.toFixed(1)} s`)
      .join(', then ')
    const reason = `took ${took}; it may take ${Math.round(budgetOf(file) * slowness)} s: split it, or move its long proof to a file of test:all`
    findings[isOver ? 'failed' : 'flaky'].push(finding(isOver ? '✗' : '↻', file, reason))
  }
  return findings
}

/** The slowest files, the slowest first, a line each. */
export function slowestFiles(durations: readonly FileDuration[]): string {
  return durations
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestShown)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)
    .join('\n')
}
