import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runVitest } from './runners.ts'
import { runSteps } from './steps.ts'
import { closingLine, sum } from './tally.ts'

/** `npm run test:quick`: the units of the workspaces without servers, and the tests beside the files that a change touches. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const units = ['contract', 'canvas', 'console']

/**
 * Paths from the root of what differs from where this branch left `main`, new files among them; without a branch of that name, as
 * in a checkout of one commit, from the last commit.
 */
function changedFiles(): string[] {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const [main] = git('for-each-ref', '--format=%(refname)', 'refs/heads/main')
  const base = main === '' ? ['HEAD'] : ['--merge-base', 'main']
  return [...git('diff', '--name-only', ...base), ...git('ls-files', '--others', '--exclude-standard')]
}

const beside = changedFiles()
  .filter((file) => /^(server|trainer|scenes|tools)\/.+\.tsx?$/.test(file) && !file.includes('/migrations/'))
  .map((file) => (/\.test\.tsx?$/.test(file) ? file : `${dirname(file)}/`))
const files = [...new Set([...units.map((workspace) => `${workspace}/`), ...beside])]

const runs = await runSteps({ tests: () => runVitest(root, 'first', files) })
const total = sum(runs.map(({ tally }) => tally))
process.exitCode = total.failed === 0 ? 0 : 1
if (total.findings.length > 0) console.log(`\n${total.findings.join('\n')}`)
console.log(`\n${closingLine(total)}`)
