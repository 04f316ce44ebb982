import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finding, honest, nothing, type Tally } from './tally.ts'
import { playwrightFindings, twoTries, vitestFailures, type PlaywrightReport, type VitestReport } from './reports.ts'

const vitestProgram = fileURLToPath(new URL('vitest.ts', import.meta.url))

/** Beyond so many files with failures it is no lost race that a second try would tell apart. */
const triedAgainAtMost = 5

/**
 * The tests beside the sources. Files with a failure are run once more by themselves, as the browser stories are: a
 * test can lose a race on a machine that does something else meanwhile.
 */
export async function runVitest(root: string): Promise<Tally> {
  const first = await vitest(root, [])
  if (first.report === undefined) return honest(nothing, first.exitCode)
  const { numPassedTests, numPendingTests, numTodoTests } = first.report
  const failures = vitestFailures(first.report)
  const files = [...new Set(failures.map(({ file }) => file))]
  const again = files.length > 0 && files.length <= triedAgainAtMost ? await vitest(root, files) : undefined
  if (again !== undefined) console.log(`\n(the run above was the second try of ${files.join(', ')})`)
  const second = again?.report && vitestFailures(again.report)
  const { failed, flaky } = twoTries(failures, second)
  const tell = (mark: '✗' | '↻') => (failure: (typeof failures)[number]) =>
    finding(mark, `${relative(root, failure.file)} › ${failure.name}`, failure.reason)
  const outside = [...first.outside, ...(again?.outside ?? [])]
  const findings = [
    ...flaky.map(tell('↻')),
    ...failed.map(tell('✗')),
    ...outside.map((why) => finding('✗', 'outside of a test', why)),
  ]
  const passed = numPassedTests + failures.filter((failure) => flaky.includes(failure)).length
  const skipped = numPendingTests + numTodoTests
  const all = { passed, failed: failed.length + outside.length, skipped, flaky: flaky.length, findings }
  const last = again ?? first
  // Where tests failed, they are what the runner's bad ending was about.
  return honest(all, (second ?? failures).length > 0 ? 0 : last.exitCode)
}

/**
 * The browser stories. Each may try once more, since a story can lose a race on a machine that does something else
 * meanwhile. Playwright lists those as flaky and the closing line counts them: each is a fault to be mended.
 */
export async function runPlaywright(root: string, browser: string): Promise<Tally> {
  const { exitCode, report } = await withReport<PlaywrightReport>((file) =>
    run(root, join(root, 'node_modules/@playwright/test/cli.js'), ['test', '--retries=1', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      VERMILION_BROWSER: browser,
    }),
  )
  if (report === undefined) return honest(nothing, exitCode)
  const { expected, unexpected, flaky, skipped } = report.stats
  const findings = playwrightFindings(report)
  return honest({ passed: expected + flaky, failed: unexpected, skipped, flaky, findings }, exitCode)
}

/** `outside` is what failed outside of any test. */
async function vitest(root: string, files: readonly string[]) {
  let outside: string[] = []
  const ended = await withReport<VitestReport>(async (file) => {
    const errors = `${file}.errors`
    const exitCode = await run(root, vitestProgram, [file, errors, ...files])
    if (existsSync(errors)) outside = JSON.parse(readFileSync(errors, 'utf8')) as string[]
    return exitCode
  })
  return { ...ended, outside }
}

/** Lets a runner write its report into a file for us, while a person reads its other reporter. */
async function withReport<Report>(runner: (file: string) => Promise<number>) {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-report-'))
  const file = join(folder, 'report.json')
  try {
    const exitCode = await runner(file)
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
    return { exitCode, report }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(
  root: string,
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  return new Promise((resolve, reject) => child.once('close', (code) => resolve(code ?? 1)).once('error', reject))
}
