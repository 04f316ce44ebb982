import { fileURLToPath } from 'node:url'
import { runChecks } from './run.ts'

const { failed } = await runChecks(fileURLToPath(new URL('../..', import.meta.url)))
process.exitCode = failed === 0 ? 0 : 1
