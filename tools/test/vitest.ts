import { writeFileSync } from 'node:fs'
import { startVitest, type Reporter } from 'vitest/node'
import { proofs } from './circles.ts'
import type { VitestExtras } from './reports.ts'

/**
 * Runs the tests beside the sources, all or those of some files: `vitest.ts <report> <extras> [file …]`. The second
 * file gets what Vitest's own report leaves out. Where the environment names a store, the tests of contents elsewhere run alone, and
 * those on PostgreSQL outside of the first circle. A second try of other files would hide what failed outside of a test.
 */
const [report, extras, ...files] = process.argv.slice(2)
if (report === undefined || extras === undefined) throw new Error('where the reports go is missing')
const startedAt = performance.now()
let minutesTold = 0
let filesEnded = 0
let filesInAll = 0
/** Tells each minute how far the run is: a run that is cut off on a slow machine says so by this. */
const progress: Reporter = {
  onTestRunStart(specifications) {
    filesInAll = specifications.length
  },
  onTestModuleEnd() {
    filesEnded += 1
    const minutes = Math.floor((performance.now() - startedAt) / 60_000)
    if (minutes === minutesTold) return
    minutesTold = minutes
    console.log(`— ${minutes} min: ${filesEnded} of ${filesInAll} files`)
  },
}
const only = process.env['VERMILION_TEST_STORE'] === undefined ? process.env['VERMILION_TEST_PROJECT'] : 'store'
const project = only !== undefined ? [only] : proofs() === 'first' ? [] : ['!postgres']
const vitest = await startVitest('test', files, {
  watch: false,
  project,
  // None of the given files may be one of the project's.
  passWithNoTests: only !== undefined,
  reporters: ['default', ['json', { outputFile: report }], progress],
})
const outside = vitest.state
  .getUnhandledErrors()
  .map((error) => (error instanceof Error ? error.message : wordsOf(error)))
const durations = vitest.state.getTestModules().map((module) => {
  const { collectDuration, duration } = module.diagnostic()
  return { file: module.moduleId, seconds: (collectDuration + duration) / 1000 }
})
writeFileSync(extras, JSON.stringify({ outside, durations } satisfies VitestExtras))
await vitest.close()

function wordsOf(error: unknown): string {
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
  return typeof message === 'string' ? message : JSON.stringify(error)
}
