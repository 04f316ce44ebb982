import type { Check } from './check.ts'
import { runProgram } from './program.ts'

export const unused: Check = { name: 'unused', run: (root) => runProgram('knip', ['--no-progress'], root) }
