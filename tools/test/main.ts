import { fileURLToPath } from 'node:url'
import { ensureBrowser } from '../browser/browser.ts'
import { runChecks } from '../check/run.ts'
import { ensureConsole, ensurePseudoConsole } from '../launch/console.mjs'
import { slowestFiles } from './durations.ts'
import { measureSlowness } from './machine.ts'
import { emptyRun, runPlaywright, runVitest, type Run } from './runners.ts'
import { runSteps } from './steps.ts'
import { closingLine, skippedLines, sum } from './tally.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const slowness = measureSlowness()
console.log(`This machine takes ${slowness.toFixed(1)} times as long as the usual one; so may each file.`)

/** In order. Each step has all processors to itself. */
const steps: Readonly<Record<string, () => Promise<Run>>> = {
  checks: async () => ({ ...emptyRun, tally: await runChecks(root) }),
  tests: () => runVitest(root, 'everyday', [], slowness),
  'browser stories': async () => {
    await ensureConsole(process.execPath)
    await ensurePseudoConsole(process.execPath)
    return runPlaywright(root, 'everyday', ensureBrowser(), [], slowness)
  },
}

const runs = await runSteps(steps)
const total = sum(runs.map(({ tally }) => tally))
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\nThe slowest files:\n${slowestFiles(runs.flatMap(({ durations }) => durations))}`)
if (total.findings.length > 0)
  console.log(`\nFailed (✗), or passed only at the second try (↻):\n${total.findings.join('\n')}`)
if (total.reasons.length > 0) console.log(`\nSkipped here:\n${skippedLines(total.reasons)}`)
console.log(`\n${closingLine(total)}`)
