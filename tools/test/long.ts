import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from '../browser/browser.ts'
import { ensureConsole } from '../launch/console.mjs'
import { withMeasurement } from './measurements.ts'
import { runPlaywright, runVitest } from './runners.ts'
import { runSteps } from './steps.ts'
import { closingLine, sum } from './tally.ts'

/**
 * `npm run test:long [file …]`: the proofs that take minutes, or want a quiet machine: `*.long.test.ts` and the browser
 * stories tagged `@long`; all, or those of some files. What they took is written into docs/measurements.md.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const measurements = fileURLToPath(new URL('../../docs/measurements.md', import.meta.url))

const files = process.argv.slice(2)
const stories = files.filter((file) => file.endsWith('.spec.ts'))
const tests = files.filter((file) => !stories.includes(file))
const isAll = files.length === 0

const runs = await runSteps({
  ...((isAll || tests.length > 0) && { tests: () => runVitest(root, 'long', tests) }),
  ...((isAll || stories.length > 0) && {
    'browser stories': async () => {
      await ensureConsole(process.execPath)
      return runPlaywright(root, 'long', ensureBrowser(), stories)
    },
  }),
})
const total = sum(runs.map(({ tally }) => tally))
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
const measurement = {
  date: new Date(),
  machine,
  tests: runs.flatMap(({ tests }) => tests),
}
writeFileSync(measurements, withMeasurement(readFileSync(measurements, 'utf8'), measurement))
process.exitCode = total.failed === 0 ? 0 : 1
if (total.findings.length > 0)
  console.log(`\nFailed (✗), or passed only at the second try (↻):\n${total.findings.join('\n')}`)
console.log(`\n${closingLine(total)}`)
