import { existsSync } from 'node:fs'
import { inRoot, npm } from './run.mjs'

/** The first release line that runs TypeScript as it is and has everything the server uses. */
const requiredRelease = 24

/** node:sqlite calls itself experimental in Node 24; saying so at each start helps nobody. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/**
 * The young generation (MiB) is kept small, the heap near what is in use, and size goes before speed: garbage is not kept
 * (docs/decisions/0012).
 */
export const serverFlags = [...nodeFlags, '--max-semi-space-size=4', '--heap-growing-percent=40', '--optimize-for-size']

/**
 * Code that is compiled is kept, from the first file on: then the compiler that strips types is never loaded. What C
 * libraries no longer use goes back to the system at once.
 */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: inRoot('node_modules/.cache/vermilion'),
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
