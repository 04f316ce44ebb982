// Preloaded into the server, its threads and the programs that it forks: TypeScript of the repository is read from the copies
// without types that strip-types.mjs wrote. Node itself would keep a compiler, or a cache of compiled code, in memory
// (docs/decisions/0012). A module without a copy is left to Node.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href
const copies = new URL('node_modules/.cache/vermilion/stripped/', root)

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(root) || !url.endsWith('.ts')) return next(url, context)
    try {
      const source = readFileSync(new URL(url.slice(root.length), copies), 'utf8')
      return { format: 'module', source, shortCircuit: true }
    } catch {
      return next(url, context)
    }
  },
})
