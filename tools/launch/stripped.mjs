import { inRoot, run } from './run.mjs'
import { buildOnce } from './sources.mjs'

/**
 * Writes the server's modules as JavaScript unless its sources are unchanged, for `load-stripped.mjs`.
 * @param {string} node
 */
export function ensureStripped(node) {
  return buildOnce({
    sources: ['server/src', 'server/migrations', 'contract', 'scenes', 'trainer'],
    stamp: `node_modules/.cache/vermilion/${process.platform}-${process.arch}.sources`,
    async build() {
      const code = await run(node, ['--disable-warning=ExperimentalWarning', inRoot('tools/launch/strip-types.mjs')])
      if (code !== 0) throw new Error('the server could not be prepared; what Node said is above')
    },
  })
}
