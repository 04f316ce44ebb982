import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inRoot, run } from './run.mjs'
import { buildOnce, hashSources } from './sources.mjs'

const sources = ['console', 'canvas', 'contract', 'package-lock.json']

/**
 * Builds the console into console/dist unless its sources are unchanged.
 * @param {string} node
 */
export function ensureConsole(node) {
  return buildOnce({
    sources,
    stamp: 'console/dist/.sources',
    async build() {
      console.log('Building the console …')
      const code = await run(node, [viteProgram(), 'build', '--logLevel', 'warn'], { cwd: inRoot('console') })
      if (code !== 0) throw new Error('the console did not build; what Vite said is above')
    },
  })
}

/**
 * Builds the console in the pseudo-locale if missing; returns its folder. Of concurrent builds the first one wins.
 * @param {string} node
 */
export async function ensurePseudoConsole(node) {
  const builds = inRoot('node_modules/.cache/vermilion-pseudo')
  const folder = join(builds, hashSources(sources))
  if (existsSync(folder)) return folder
  mkdirSync(builds, { recursive: true })
  const previous = readdirSync(builds).filter((name) => !name.startsWith('new-'))
  const built = mkdtempSync(join(builds, 'new-'))
  const flags = ['build', '--mode', 'pseudo', '--outDir', built, '--emptyOutDir', '--logLevel', 'error']
  const code = await run(node, [viteProgram(), ...flags], { cwd: inRoot('console') })
  if (code !== 0) throw new Error('the console of no language did not build; what Vite said is above')
  if (existsSync(folder)) rmSync(built, { recursive: true })
  else renameSync(built, folder)
  for (const name of previous) rmSync(join(builds, name), { recursive: true, force: true })
  return folder
}

export function viteProgram() {
  const require = createRequire(inRoot('console/package.json'))
  return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')
}
