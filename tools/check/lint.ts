import type { Check } from './check.ts'
import { runProgram } from './program.ts'

export const lint: Check = { name: 'lint', run: (root) => runProgram('oxlint', [], root) }
