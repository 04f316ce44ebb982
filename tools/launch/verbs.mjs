import { ensureConsole } from './console.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { ensureNode, nodeFlags, serverEnvironment, serverFlags } from './node.mjs'
import { inRoot, run } from './run.mjs'
import { ensureStripped } from './stripped.mjs'

/** Prerequisites of each verb's program. The program of `build` is the console's build itself. */
const verbs = {
  start: { packages: 'production', console: true, program: ['server/src/main.ts'] },
  build: { packages: 'production', console: true, program: [] },
  dev: { packages: 'all', console: false, program: ['tools/dev.ts'] },
  test: { packages: 'all', console: false, program: ['tools/test/main.ts'] },
  'test:quick': { packages: 'all', console: false, program: ['tools/test/quick.ts'] },
  'test:all': { packages: 'all', console: false, program: ['tools/test/all.ts'] },
  check: { packages: 'all', console: false, program: ['tools/check/main.ts'] },
  format: { packages: 'all', console: false, program: ['node_modules/oxfmt/bin/oxfmt'] },
  bench: { packages: 'all', console: true, program: ['tools/bench.ts'] },
  screens: { packages: 'all', console: true, program: ['tools/screens/main.ts'] },
}

/**
 * @param {readonly string[]} commandLine the verb, then what its program is given
 * @returns {Promise<number>} the exit code
 */
export async function launch([name = '', ...programArguments]) {
  if (!isVerb(name)) {
    console.error(`Usage: npm run ${Object.keys(verbs).join(' | ')}`)
    return 2
  }
  const verb = verbs[name]
  try {
    const node = await ensureNode()
    await ensureDependencies(verb.packages === 'all' ? 'all' : 'production')
    if (verb.console) await ensureConsole(node)
    const [program, ...fixed] = verb.program
    if (program === undefined) return 0
    const isServer = name === 'start'
    if (isServer) await ensureStripped(node)
    const flags = isServer ? serverFlags : nodeFlags
    const env = isServer ? serverEnvironment : {}
    return await run(node, [...flags, inRoot(program), ...fixed, ...programArguments], { env })
  } catch (error) {
    console.error(`vermilion: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

/**
 * @param {string} name
 * @returns {name is keyof typeof verbs}
 */
function isVerb(name) {
  return Object.hasOwn(verbs, name)
}
