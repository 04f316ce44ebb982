import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from './launch/run.mjs'

/**
 * `npm run bench [name]`: runs bench/<name>.ts, those of a folder (`spaces`), or all in order. Further arguments go to the bench.
 */
const benchesIn = (folder: string): string[] =>
  readdirSync(inRoot(join('bench', folder)))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file.slice(0, -'.ts'.length)))
const folders = readdirSync(inRoot('bench'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
const benches = ['', ...folders.map(({ name }) => name)].flatMap(benchesIn).toSorted()
const [name, ...own] = process.argv.slice(2)
const selected = name === undefined ? benches : benches.filter((bench) => bench === name || dirname(bench) === name)
if (selected.length === 0) console.error(`There is no bench ${name ?? ''}. There are: ${benches.join(', ') || 'none'}`)

const failed = selected.filter((bench) => {
  console.log(`\n— ${bench}`)
  return spawnSync(process.execPath, [inRoot(`bench/${bench}.ts`), ...own], { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exitCode = selected.length > 0 && failed.length === 0 ? 0 : 1
