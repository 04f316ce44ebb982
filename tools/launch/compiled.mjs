import { serverEnvironment, serverFlags } from './node.mjs'
import { inRoot, run } from './run.mjs'
import { buildOnce } from './sources.mjs'

/**
 * Compiles the server unless its sources are unchanged: a server that strips types itself keeps the compiler in memory
 * (docs/decisions/0012).
 * @param {string} node
 */
export function ensureCompiled(node) {
  return buildOnce({
    sources: ['server/package.json', 'server/src', 'server/migrations', 'contract', 'package-lock.json'],
    stamp: `node_modules/.cache/vermilion/${process.platform}-${process.arch}.sources`,
    async build() {
      const program = [...serverFlags, inRoot('server/src/main.ts'), '--compile']
      const code = await run(node, program, { env: serverEnvironment })
      if (code !== 0) throw new Error('the server did not compile; what Node said is above')
    },
  })
}
