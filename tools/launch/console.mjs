import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inRoot, run } from './run.mjs'
import { buildOnce } from './sources.mjs'

/**
 * Builds the console into console/dist, unless its sources are those of the last build.
 *
 * @param {string} node
 */
export function ensureConsole(node) {
  return buildOnce({
    sources: ['console', 'canvas', 'contract', 'package-lock.json'],
    stamp: 'console/dist/.sources',
    async build() {
      console.log('Building the console …')
      const code = await run(node, [viteProgram(), 'build', '--logLevel', 'warn'], { cwd: inRoot('console') })
      if (code !== 0) throw new Error('the console did not build; what Vite said is above')
    },
  })
}

export function viteProgram() {
  const require = createRequire(inRoot('console/package.json'))
  return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')
}
