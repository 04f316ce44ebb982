import { existsSync, readFileSync } from 'node:fs'
import { inRoot, npm } from './run.mjs'

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} Package */

/**
 * Installs what package-lock.json names and node_modules lacks.
 * Packages that are there already stay where they are, for a server may be running from them.
 *
 * @param {'production' | 'all'} scope production leaves out what only tests and checks need
 */
export async function ensureDependencies(scope) {
  if (isInstalled(scope)) return
  console.log(scope === 'all' ? 'Installing packages, with those for tests …' : 'Installing packages …')
  const omit = scope === 'production' ? ['--omit=dev'] : ['--include=dev']
  if (existsSync(inRoot('node_modules'))) await npm('install', ['--no-save', ...omit])
  else await npm('ci', omit)
}

/**
 * npm writes what it installed to node_modules/.package-lock.json, as its last step.
 * Optional packages are left out of account: those of other platforms are never installed.
 *
 * @param {'production' | 'all'} scope
 */
function isInstalled(scope) {
  const record = inRoot('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(inRoot('package-lock.json'))).every(([path, locked]) => {
    if (!path.includes('node_modules/') || locked.link || locked.optional) return true
    if (scope === 'production' && (locked.dev || locked.devOptional)) return true
    return installed[path]?.version === locked.version
  })
}

/**
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function readPackages(file) {
  const lock = /** @type {{ packages: Record<string, Package> }} */ (JSON.parse(readFileSync(file, 'utf8')))
  return lock.packages
}
