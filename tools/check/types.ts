import { join } from 'node:path'
import { together, type Check, type Outcome } from './check.ts'
import { runProgram } from './program.ts'
import { workspaces } from './tree.ts'

/**
 * Each workspace under its own libraries: the contract has no DOM, the console no server. `.` is tools, e2e and bench.
 * One after another on one processor each: several checkers of one program check what they share several times over.
 * What did not change since the last run is not checked again.
 */
export const types: Check = {
  name: 'types',
  async run(root) {
    const outcomes: Outcome[] = []
    for (const project of [...workspaces, '.']) outcomes.push(await checkProject(root, project))
    return together(outcomes)
  },
}

function checkProject(root: string, project: string): Promise<Outcome> {
  const name = project === '.' ? 'root' : project
  const record = join(root, 'node_modules/.cache/types', `${name}.tsbuildinfo`)
  return runProgram('tsc', ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', record], root)
}
