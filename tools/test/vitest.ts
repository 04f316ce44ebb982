import { writeFileSync } from 'node:fs'
import { startVitest } from 'vitest/node'

/**
 * Runs the tests beside the sources, all or those of some files: `vitest.ts <report> <errors> [file …]`. Beside Vitest's
 * own report it tells what failed outside of any test: a second try of other files would hide that.
 */
const [report, errors, ...files] = process.argv.slice(2)
if (report === undefined || errors === undefined) throw new Error('where the reports go is missing')
const vitest = await startVitest('test', files, {
  watch: false,
  reporters: ['default', ['json', { outputFile: report }]],
})
const unhandled = vitest.state
  .getUnhandledErrors()
  .map((error) => (error instanceof Error ? error.message : wordsOf(error)))
writeFileSync(errors, JSON.stringify(unhandled))
await vitest.close()

function wordsOf(error: unknown): string {
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
  return typeof message === 'string' ? message : JSON.stringify(error)
}
