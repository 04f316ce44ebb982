import { together, type Check } from './check.ts'
import { runProgram } from './program.ts'
import { workspaces } from './tree.ts'

/** Each workspace under its own libraries: the contract has no DOM, the console no server. `.` is tools, e2e and bench. */
export const types: Check = {
  name: 'types',
  async run(root) {
    return together(await Promise.all([...workspaces, '.'].map((project) => runProgram('tsc', ['-p', project], root))))
  },
}
