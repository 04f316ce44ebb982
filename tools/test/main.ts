import { fileURLToPath } from 'node:url'
import { ensureBrowser } from '../browser/browser.ts'
import { runChecks } from '../check/run.ts'
import { ensureConsole } from '../launch/console.mjs'
import { slowestFiles } from './durations.ts'
import { measureSlowness } from './machine.ts'
import { processorFinding, processorLines, processorSeconds, processorTable } from './processor-time.ts'
import { emptyRun, runPlaywright, runVitest, type Run } from './runners.ts'
import { runSteps } from './steps.ts'
import { closingLine, nothing, skippedLines, sum } from './tally.ts'

/** `npm test`: the first circle, which every change must pass. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const slowness = measureSlowness()
console.log(`This machine takes ${slowness.toFixed(1)} times as long as the usual one; so may each file.`)

/** In order. Each step has all processors to itself. */
const steps: Readonly<Record<string, () => Promise<Run>>> = {
  checks: async () => {
    const startSeconds = processorSeconds(process.pid)
    const tally = await runChecks(root)
    const seconds = processorSeconds(process.pid) - startSeconds
    return { ...emptyRun, tally, processorTimes: [{ file: 'checks/', seconds }] }
  },
  tests: () => runVitest(root, 'first', [], slowness),
  'browser stories': async () => {
    await ensureConsole(process.execPath)
    return runPlaywright(root, 'first', ensureBrowser(), [], slowness)
  },
}

const runs = await runSteps(steps)
const times = runs.flatMap(({ processorTimes }) => processorTimes)
// The tree of this process misses what browsers and supervisors took, which leave it.
const seconds = times.reduce((sum, { seconds: each }) => sum + each, 0)
const tooMuch = processorFinding(seconds, Math.max(slowness, measureSlowness()))
const total = sum([
  ...runs.map(({ tally }) => tally),
  { ...nothing, failed: tooMuch === undefined ? 0 : 1, findings: tooMuch === undefined ? [] : [tooMuch] },
])
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\nThe slowest files:\n${slowestFiles(runs.flatMap(({ durations }) => durations))}`)
console.log(`\nProcessor time of files:\n${processorLines(times, 40)}`)
console.log(`\nProcessor time of areas:\n${processorTable(times)}`)
console.log(`\nProcessor time in all, without the build of the console: ${Math.round(seconds)} CPU-s`)
if (total.findings.length > 0)
  console.log(`\nFailed (✗), or passed only at the second try (↻):\n${total.findings.join('\n')}`)
if (total.reasons.length > 0) console.log(`\nSkipped here:\n${skippedLines(total.reasons)}`)
console.log(`\n${closingLine(total)}`)
