import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot, npm } from './run.mjs'

/** First release line that runs TypeScript natively and has everything the server uses. */
const requiredRelease = 24

/** Hides the warning that node:sqlite is experimental in Node 24. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/** Small young generation (MiB) and slow heap growth: prefers memory over speed (docs/decisions/0012). */
export const memoryFlags = ['--max-semi-space-size=4', '--heap-growing-percent=40', '--optimize-for-size']

/** Its modules are read without their types, from the copies that `ensureStripped` wrote. */
export const serverFlags = [
  ...nodeFlags,
  ...memoryFlags,
  `--import=${pathToFileURL(inRoot('tools/launch/load-stripped.mjs')).href}`,
]

/** For short programs and tests: compiled code is cached from the first file on, so types are not stripped again. */
export const compiledCode = { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/vermilion') }

/** Memory freed by C libraries returns to the system at once. */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_TOP_PAD_: '16384',
}

/**
 * The path of a Node that can run the server: this one when it is new enough, else one installed under `.node/`
 * from the npm registry. The packages per platform are used, because the package `node` needs its install script.
 *
 * @returns {Promise<string>}
 */
export async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= requiredRelease) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const installed = inRoot(`.node/node_modules/${name}/bin/node`)
  if (existsSync(installed)) return installed
  console.log(`This is Node ${process.versions.node}; installing Node ${requiredRelease} for Vermilion into .node/ …`)
  await npm('install', ['--prefix', inRoot('.node'), '--no-save', '--no-package-lock', `${name}@${requiredRelease}`])
  if (!existsSync(installed))
    throw new Error(`${name} has no bin/node; please install Node ${requiredRelease} yourself`)
  return installed
}
