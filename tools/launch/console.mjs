import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inRoot, run } from './run.mjs'

const sources = ['console', 'canvas', 'contract', 'package-lock.json']
const stamp = inRoot('console/dist/.sources')

/**
 * Builds the console into console/dist, unless its sources are those of the last build.
 *
 * @param {string} node
 */
export async function ensureConsole(node) {
  const hash = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the console …')
  const code = await run(node, [viteProgram(), 'build', '--logLevel', 'warn'], { cwd: inRoot('console') })
  if (code !== 0) throw new Error('the console did not build; what Vite said is above')
  writeFileSync(stamp, hash)
}

export function viteProgram() {
  const require = createRequire(inRoot('console/package.json'))
  return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(inRoot(file)))
  return hash.digest('hex')
}

/**
 * @param {string} path a file or folder, from the root of the repository
 * @returns {string[]} the files there that can change the build
 */
function filesOf(path) {
  if (statSync(inRoot(path)).isFile()) return path.includes('.test.') ? [] : [path]
  return readdirSync(inRoot(path))
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}
