import { nothing, type Tally } from '../test/tally.ts'
import type { Check, Outcome } from './check.ts'
import { directions } from './directions.ts'
import { format } from './format.ts'
import { lint } from './lint.ts'
import { tokens } from './tokens.ts'
import { types } from './types.ts'
import { unused } from './unused.ts'

/** The longest first, which uses two processors itself; the others share what remains. */
const checks: readonly Check[] = [lint, format, types, unused, directions, tokens]

const checksAtOnce = 2

/** Runs every check, two in parallel, and prints results as they arrive. Each check counts as one test. */
export async function runChecks(root: string): Promise<Tally> {
  const waiting = [...checks]
  const failures: string[] = []
  const runWaiting = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { passed } = await runCheck(check, root)
      if (!passed) failures.push(`✗ ${check.name}`)
    }
  }
  await Promise.all(Array.from({ length: checksAtOnce }, runWaiting))
  return { ...nothing, passed: checks.length - failures.length, failed: failures.length, findings: failures }
}

async function runCheck(check: Check, root: string): Promise<Outcome> {
  const started = performance.now()
  const outcome = await check.run(root)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outcome.passed ? '✓' : '✗'} ${check.name} (${seconds} s)`)
  if (!outcome.passed) console.log(outcome.output.replaceAll(/^/gm, '  '))
  return outcome
}
