import { join } from 'node:path'
import { together, type Check, type Outcome } from './check.ts'
import { runProgram } from './program.ts'
import { workspaces } from './tree.ts'

/**
 * Type-checks each workspace under its own libraries: the contract has no DOM, the console no server. `.` is tools, e2e and
 * bench. Runs one after another on a single processor, because several checkers would repeat shared work. Unchanged workspaces
 * are skipped.
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
