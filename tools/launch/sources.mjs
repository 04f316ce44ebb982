import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from './run.mjs'

/**
 * Runs `build` unless the sources are those of its last run.
 *
 * @param {{ sources: readonly string[], stamp: string, build: () => Promise<void> }} step paths from the root
 */
export async function buildOnce({ sources, stamp, build }) {
  const hash = hashSources(sources)
  if (existsSync(inRoot(stamp)) && readFileSync(inRoot(stamp), 'utf8') === hash) return
  await build()
  try {
    mkdirSync(dirname(inRoot(stamp)), { recursive: true })
    writeFileSync(inRoot(stamp), hash)
  } catch {
    // In a read-only checkout the next start builds again.
  }
}

/** @param {readonly string[]} sources paths from the root */
export function hashSources(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(inRoot(file)))
  return hash.digest('hex')
}

/**
 * @param {string} path a file or folder, from the root of the repository
 * @returns {string[]} the files there that can change the build
 */
export function filesOf(path) {
  if (statSync(inRoot(path)).isFile()) return path.includes('.test.') ? [] : [path]
  return readdirSync(inRoot(path))
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}
