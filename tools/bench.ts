import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { inRoot } from './launch/run.mjs'

/** `npm run bench [name]`: runs bench/<name>.ts, or every one in order. What stands after the name is the bench's own. */
const benches = readdirSync(inRoot('bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const [name, ...own] = process.argv.slice(2)
const chosen = name === undefined ? benches : benches.filter((bench) => bench === name)
if (chosen.length === 0) console.error(`There is no bench ${name ?? ''}. There are: ${benches.join(', ') || 'none'}`)

const failed = chosen.filter((bench) => {
  console.log(`\n— ${bench}`)
  return spawnSync(process.execPath, [inRoot(`bench/${bench}.ts`), ...own], { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exitCode = chosen.length > 0 && failed.length === 0 ? 0 : 1
