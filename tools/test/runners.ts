import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledCode } from '../launch/node.mjs'
import { longTag, type Proofs } from './circles.ts'
import { budgetFindings, overBudget, type FileDuration } from './durations.ts'
import { inMemory } from './memory-folder.ts'
import { readProcessorTimes, type ProcessorTime } from './processor-time.ts'
import { readReport, runProgram, withReport } from './programs.ts'
import {
  latestTries,
  playwrightDurations,
  playwrightFindings,
  playwrightReasons,
  playwrightTests,
  twoTries,
  vitestFailures,
  vitestReasons,
  vitestTests,
  type PlaywrightReport,
  type TestDuration,
  type VitestExtras,
  type VitestReport,
} from './reports.ts'
import { finding, honest, nothing, type Tally } from './tally.ts'

const vitestProgram = fileURLToPath(new URL('vitest.ts', import.meta.url))

/** Beyond so many files with failures it is no lost race that a second try would tell apart. */
const triedAgainAtMost = 12

export interface Run {
  readonly tally: Tally
  /** Per file, with paths from the root. */
  readonly durations: readonly FileDuration[]
  readonly tests: readonly TestDuration[]
  readonly processorTimes: readonly ProcessorTime[]
}

/** Slowdown of a file that runs beside others: six tests on two processors, or four stories. */
const crowding = { tests: 2, stories: 2 } as const

export const emptyRun: Run = { tally: nothing, durations: [], tests: [], processorTimes: [] }

/**
 * The tests beside the sources. Files with a failure, and those over their budget, are run once more by themselves, as
 * the browser stories are: a test can lose a race on a machine that does something else meanwhile. Without `selected`
 * files, all are run.
 */
export async function runVitest(
  root: string,
  proofs: Proofs,
  selected: readonly string[] = [],
  slowness = 1,
  more: NodeJS.ProcessEnv = {},
): Promise<Run> {
  const first = await vitest(root, proofs, selected, more)
  if (first.report === undefined) return { ...emptyRun, tally: honest(nothing, first.exitCode) }
  const failures = vitestFailures(first.report)
  const slow = proofs !== 'long' ? overBudget(first.durations, crowding.tests * slowness) : []
  const failedFiles = new Set(failures.map(({ file }) => file))
  const files = [...new Set([...failedFiles, ...slow.map(({ file }) => join(root, file))])]
  const again =
    files.length > 0 && failedFiles.size <= triedAgainAtMost ? await vitest(root, proofs, files, more) : undefined
  if (again !== undefined) console.log(`\n(the run above was the second try of ${files.join(', ')})`)
  const second = again?.report && vitestFailures(again.report)
  const { failed, flaky } = twoTries(failures, second)
  const tell = (mark: '✗' | '↻') => (failure: (typeof failures)[number]) =>
    finding(mark, `${relative(root, failure.file)} › ${failure.name}`, failure.reason)
  const outside = [...first.outside, ...(again?.outside ?? [])]
  const budget = budgetFindings(slow, again?.durations, slowness)
  const findings = [
    ...flaky.map(tell('↻')),
    ...budget.flaky,
    ...failed.map(tell('✗')),
    ...outside.map((why) => finding('✗', 'outside of a test', why)),
    ...budget.failed,
  ]
  const { numPassedTests, numPendingTests, numTodoTests } = first.report
  const tally = {
    passed: numPassedTests + failures.filter((failure) => flaky.includes(failure)).length,
    failed: failed.length + outside.length + budget.failed.length,
    skipped: numPendingTests + numTodoTests,
    flaky: flaky.length + budget.flaky.length,
    findings,
    reasons: vitestReasons(root, first.report),
  }
  // With failed tests, the runner's exit code means nothing more.
  const exitCode = (second ?? failures).length > 0 ? 0 : (again ?? first).exitCode
  const tests = latestTries(vitestTests(root, first.report), again?.report && vitestTests(root, again.report))
  return { tally: honest(tally, exitCode), durations: first.durations, tests, processorTimes: first.processorTimes }
}

/**
 * The browser stories. Each may try once more, since a story can lose a race on a machine that does something else
 * meanwhile. Playwright lists those as flaky and the closing line counts them: each is a fault to be mended.
 */
export async function runPlaywright(
  root: string,
  proofs: Proofs,
  browser: string,
  selected: readonly string[] = [],
  slowness = 1,
): Promise<Run> {
  const { exitCode, report, processorTimes } = await playwright(root, proofs, browser, selected)
  if (report === undefined) return { ...emptyRun, tally: honest(nothing, exitCode) }
  const durations = playwrightDurations(report)
  const slow = proofs !== 'long' ? overBudget(durations, crowding.stories * slowness) : []
  const again =
    slow.length > 0
      ? await playwright(root, proofs, browser, ['--workers=1', ...slow.map(({ file }) => file)])
      : undefined
  const budget = budgetFindings(slow, again?.report && playwrightDurations(again.report), slowness)
  const { expected, unexpected, flaky, skipped } = report.stats
  const tally = {
    passed: expected + flaky,
    failed: unexpected + budget.failed.length,
    skipped,
    flaky: flaky + budget.flaky.length,
    findings: [...playwrightFindings(report), ...budget.flaky, ...budget.failed],
    reasons: playwrightReasons(report),
  }
  return { tally: honest(tally, exitCode), durations, tests: playwrightTests(report), processorTimes }
}

async function vitest(root: string, proofs: Proofs, files: readonly string[], more: NodeJS.ProcessEnv) {
  return withReport(async (file) => {
    const extrasFile = `${file}.extras`
    const processorFile = `${file}.processor`
    const exitCode = await runWith(proofs, processorFile, (environment) =>
      runProgram(root, vitestProgram, [file, extrasFile, ...files], { ...environment, ...more }),
    )
    const processorTimes = readProcessorTimes(processorFile)
    const { outside, durations } = readReport<VitestExtras>(extrasFile) ?? { outside: [], durations: [] }
    const fromRoot = durations.map(({ file: path, seconds }) => ({ file: relative(root, path), seconds }))
    return { exitCode, report: readReport<VitestReport>(file), outside, durations: fromRoot, processorTimes }
  })
}

async function playwright(root: string, proofs: Proofs, browser: string, args: readonly string[]) {
  const program = join(root, 'node_modules/@playwright/test/cli.js')
  const selection = proofs === 'long' ? ['--grep', longTag.source, '--pass-with-no-tests'] : []
  return withReport(async (file) => {
    const processorFile = `${file}.processor`
    const exitCode = await runWith(proofs, processorFile, (environment) =>
      runProgram(root, program, ['test', '--retries=1', '--reporter=list,json', ...selection, ...args], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        VERMILION_BROWSER: browser,
        ...environment,
      }),
    )
    const processorTimes = readProcessorTimes(processorFile)
    return { exitCode, report: readReport<PlaywrightReport>(file), processorTimes }
  })
}

/**
 * Seed of random tests. The second try reuses the first one's, because a test is identified by its title, which contains the
 * seed.
 */
const seed = process.env['VERMILION_TEST_SEED'] ?? String(Date.now() % 100_000)

/** The configurations of both runners read which proofs a run is about. The long ones want a real disk. */
function runWith<Result>(
  proofs: Proofs,
  processorFile: string,
  program: (environment: NodeJS.ProcessEnv) => Promise<Result>,
) {
  const variables = {
    ...compiledCode,
    VERMILION_TEST_SEED: seed,
    VERMILION_PROOFS: proofs,
    VERMILION_PROCESSOR_TIMES: processorFile,
  }
  const withVariables = (environment: NodeJS.ProcessEnv) => program({ ...environment, ...variables })
  return proofs === 'long' ? withVariables({}) : inMemory(withVariables)
}
