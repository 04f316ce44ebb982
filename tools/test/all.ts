import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { postgresProblem } from '../../server/src/platform/database/testing/postgres-cluster.ts'
import { ensureBrowser } from '../browser/browser.ts'
import { runChecks } from '../check/run.ts'
import { ensureConsole, ensurePseudoConsole } from '../launch/console.mjs'
import type { Proofs } from './circles.ts'
import { measureSlowness } from './machine.ts'
import { withMeasurement } from './measurements.ts'
import { processorLines } from './processor-time.ts'
import { bucketPasses, noBucket } from './remote-store.ts'
import { emptyRun, runPlaywright, runVitest, type Run } from './runners.ts'
import { runSteps } from './steps.ts'
import { closingLine, nothing, skippedLines, sum } from './tally.ts'

/**
 * `npm run test:all [file …]`: every proof there is, or those of some files: both languages of each story, the
 * pseudo-locale, every page's accessibility, all kills, and what takes minutes or wants a quiet machine
 * (`*.long.test.ts`, stories tagged `@long`). How it ended, and what the long ones took, is written into
 * docs/measurements.md.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const measurements = fileURLToPath(new URL('../../docs/measurements.md', import.meta.url))

const files = process.argv.slice(2)
const isAll = files.length === 0
const stories = files.filter((file) => file.endsWith('.spec.ts'))
const longTests = files.filter((file) => file.endsWith('.long.test.ts'))
const tests = files.filter((file) => !stories.includes(file) && !longTests.includes(file))
const slowness = measureSlowness()

const tell = (proofs: Proofs) => async (): Promise<Run> => {
  await ensureConsole(process.execPath)
  await ensurePseudoConsole(process.execPath)
  return runPlaywright(root, proofs, ensureBrowser(), stories, slowness)
}

const skip = (name: string, reason: string) => async () => ({
  ...emptyRun,
  tally: { ...nothing, skipped: 1, reasons: [`${name}: ${reason}`] },
})

const steps: Record<string, () => Promise<Run>> = {}
if (isAll) steps['checks'] = async () => ({ ...emptyRun, tally: await runChecks(root) })
if (isAll || tests.length > 0) steps['tests'] = () => runVitest(root, 'everyday', tests, slowness)
if (isAll || tests.length > 0)
  for (const [name, environment] of Object.entries(bucketPasses))
    steps[name] =
      process.env['VERMILION_TEST_S3'] === undefined
        ? skip(name, noBucket)
        : () => runVitest(root, 'everyday', tests, slowness, environment)
const noPostgres = postgresProblem()
if (isAll || tests.length > 0)
  steps['tests on PostgreSQL'] =
    noPostgres === undefined
      ? () => runVitest(root, 'everyday', tests, slowness, { VERMILION_TEST_PROJECT: 'postgres' })
      : skip('tests on PostgreSQL', noPostgres)
if (isAll || stories.length > 0) steps['browser stories'] = tell('everyday')
const longSteps: Record<string, () => Promise<Run>> = {}
if (isAll || longTests.length > 0) longSteps['long tests'] = () => runVitest(root, 'long', longTests)
if (isAll || stories.length > 0) longSteps['long browser stories'] = tell('long')

const usual = await runSteps(steps)
const long = await runSteps(longSteps)
const runs = [...usual, ...long]
const total = sum(runs.map(({ tally }) => tally))
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
const measurement = {
  date: new Date(),
  machine,
  result: isAll ? closingLine(total) : undefined,
  tests: long.flatMap(({ tests: each }) => each),
}
writeFileSync(measurements, withMeasurement(readFileSync(measurements, 'utf8'), measurement))
process.exitCode = total.failed === 0 ? 0 : 1
console.log(
  `\nProcessor time of files:\n${processorLines(
    runs.flatMap(({ processorTimes }) => processorTimes),
    60,
  )}`,
)
if (total.findings.length > 0)
  console.log(`\nFailed (✗), or passed only at the second try (↻):\n${total.findings.join('\n')}`)
if (total.reasons.length > 0) console.log(`\nSkipped here:\n${skippedLines(total.reasons)}`)
console.log(`\n${closingLine(total)}`)
