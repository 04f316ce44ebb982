import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { honest, type Tally } from './tally.ts'

const nothing: Tally = { passed: 0, failed: 0, skipped: 0, flaky: 0 }

/** The parts of the runners' own reports that say how many tests ended how. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** The tests beside the sources. */
export async function runVitest(root: string): Promise<Tally> {
  const { exitCode, report } = await withReport<VitestReport>((file) =>
    run(root, 'vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]),
  )
  if (report === undefined) return honest(nothing, exitCode)
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report
  return honest({ passed, failed, skipped: numPendingTests + numTodoTests, flaky: 0 }, exitCode)
}

/**
 * The browser stories. Each may try once more, since a story can lose a race on a machine that does something else
 * meanwhile. Playwright lists those as flaky and the closing line counts them: each is a fault to be mended.
 */
export async function runPlaywright(root: string, browser: string): Promise<Tally> {
  const { exitCode, report } = await withReport<PlaywrightReport>((file) =>
    run(root, '@playwright/test/cli.js', ['test', '--retries=1', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      VERMILION_BROWSER: browser,
    }),
  )
  if (report === undefined) return honest(nothing, exitCode)
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest({ passed: expected + flaky, failed: unexpected, skipped, flaky }, exitCode)
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
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  return new Promise((resolve, reject) => child.once('close', (code) => resolve(code ?? 1)).once('error', reject))
}
