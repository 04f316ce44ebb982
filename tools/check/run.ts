import { nothing, type Tally } from '../test/tally.ts'
import type { Check, Outcome } from './check.ts'
import { directions } from './directions.ts'
import { format } from './format.ts'
import { lint } from './lint.ts'
import { types } from './types.ts'
import { unused } from './unused.ts'

const checks: readonly Check[] = [format, lint, types, directions, unused]

/** Runs every check side by side and tells each result as it comes. Each check counts as one test. */
export async function runChecks(root: string): Promise<Tally> {
  const outcomes = await Promise.all(checks.map((check) => runCheck(check, root)))
  const findings = outcomes.flatMap(({ passed }, index) => (passed ? [] : [`✗ ${checks[index]?.name ?? 'check'}`]))
  return { ...nothing, passed: outcomes.length - findings.length, failed: findings.length, findings }
}

async function runCheck(check: Check, root: string): Promise<Outcome> {
  const started = performance.now()
  const outcome = await check.run(root)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outcome.passed ? '✓' : '✗'} ${check.name} (${seconds} s)`)
  if (!outcome.passed) console.log(outcome.output.replaceAll(/^/gm, '  '))
  return outcome
}
