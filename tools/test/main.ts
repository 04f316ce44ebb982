import { fileURLToPath } from 'node:url'
import { ensureBrowser } from '../browser/browser.ts'
import { runChecks } from '../check/run.ts'
import { ensureConsole } from '../launch/console.mjs'
import { runPlaywright, runVitest } from './runners.ts'
import { closingLine, finding, nothing, sum, type Tally } from './tally.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** In order; all of them run, whatever the ones before found. */
const steps: Readonly<Record<string, () => Promise<Tally>>> = {
  checks: () => runChecks(root),
  tests: () => runVitest(root),
  'browser stories': async () => {
    await ensureConsole(process.execPath)
    return runPlaywright(root, ensureBrowser())
  },
}

const tallies: Tally[] = []
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n— ${name}`)
  try {
    tallies.push(await step())
  } catch (error) {
    console.error(error)
    tallies.push({ ...nothing, failed: 1, findings: [finding('✗', name, String(error))] })
  }
}

const total = sum(tallies)
process.exitCode = total.failed === 0 ? 0 : 1
if (total.findings.length > 0)
  console.log(`\nFailed (✗), or passed only at the second try (↻):\n${total.findings.join('\n')}`)
console.log(`\n${closingLine(total)}`)
