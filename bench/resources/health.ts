/**
 * Longest wait of a request during health checks: `npm run bench resources/health`. A data folder with 100,000 files in 5,000
 * folders and 10,000 labeled images; runs each daily check of the data folder and reports the longest event loop block.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as breath } from 'node:timers/promises'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import { migrations } from '../../server/migrations/index.ts'
import { createApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { createPlatform } from '../../server/src/platform/platform.ts'

const target = 25
const [files = 100_000, folders = 5_000, images = 10_000] = process.argv.slice(2).map(Number)
const shapes = 20
const blobs = 4_000

const data = mkdtempSync(join(tmpdir(), 'vermilion-health-'))
const config = readConfig({ VERMILION_DATA: data })
const platform = await createPlatform({ config, log: createLog('error'), migrations, forward: true })
const { database } = platform
await createApp(platform)

const counting = (count: number) =>
  `with recursive "n"("i") as (select 0 union all select "i" + 1 from "n" where "i" < ${count - 1})`
function fill(file: DatabaseSync): void {
  const columnsOf = (table: string, values: Readonly<Record<string, string>>) =>
    file
      .prepare(`select name, "notnull" as "required" from pragma_table_info('${table}')`)
      .all()
      .filter(({ name, required }) => required === 1 || String(name) in values)
      .map(({ name }) => String(name))
  const insert = (table: string, count: number, values: Readonly<Record<string, string>>) => {
    const columns = columnsOf(table, values)
    file.exec(`insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) ${counting(count)}
      select ${columns.map((name) => values[name] ?? `'0'`).join(', ')} from "n"`)
  }
  const bytes = (files / folders) * 10_000
  insert('folders', folders, {
    spaceId: `'s'`,
    path: `'a/b/' || "i"`,
    fileCount: String(files / folders),
    totalSize: String(bytes),
    allFiles: String(files / folders),
    allSize: String(bytes),
  })
  insert('files', files, {
    id: `'f' || "i"`,
    spaceId: `'s'`,
    folder: `1 + "i" % ${folders}`,
    path: `'a/b/' || "i"`,
    name: `'image-' || "i" || '.jpg'`,
    size: '10000',
    checksum: `printf('%064x', "i")`,
    examined: '1',
    score: '-1',
  })
  insert('datasets', 1, { id: `'d'`, tags: `'[]'` })
  insert('datasetItems', images, {
    id: `'i' || "i"`,
    datasetId: `'d'`,
    fileId: `'f' || "i"`,
    checksum: `printf('%064x', "i")`,
    path: `'a/b/' || "i"`,
    place: `'a/b/' || "i"`,
    number: '"i"',
    width: '1000',
    height: '1000',
    counted: '1',
    annotationCount: String(shapes),
    score: '-1',
    labels: `'l'`,
  })
  const box = { id: 'x', kind: 'box', labelId: 'l', box: { x: 10, y: 10, width: 100, height: 100 } }
  const text = JSON.stringify(Array.from({ length: shapes }, () => box))
  insert('datasetAnnotations', images, { itemId: `'i' || "i"`, shapes: `'${text}'` })
}

function addBlobs(): void {
  const old = new Date(Date.now() - 2 * 86_400_000)
  for (let number = 0; number < blobs; number += 1) {
    const checksum = number.toString(16).padStart(64, '0')
    const folderOf = join(data, 'blobs', checksum.slice(0, 2))
    mkdirSync(folderOf, { recursive: true })
    const file = join(folderOf, checksum.slice(2))
    writeFileSync(file, '')
    utimesSync(file, old, old)
  }
}

/** Processor milliseconds of this thread, independent of other load. */
function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Longest event loop block during some work. */
async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let [isOver, longest, last] = [false, 0, spent()]
  const others = (async () => {
    while (!isOver) {
      await breath()
      const now = spent()
      longest = Math.max(longest, now - last)
      last = now
    }
  })()
  await work()
  isOver = true
  await others
  return longest
}

let missed = false
try {
  const file = new DatabaseSync(platform.paths.database, { enableForeignKeyConstraints: false })
  file.exec('begin')
  fill(file)
  file.exec('commit')
  file.close()
  addBlobs()
  for (const check of platform.checks.all()) {
    const { of, cost } = healthCheckOffer(check.id)
    if (of !== 'data' || cost === 'heavy') continue
    await check.examine()
    const began = performance.now()
    const longest = await longestTurnOf(() => check.examine())
    missed ||= longest > target
    const took = `${(performance.now() - began).toFixed(0)} ms`
    console.log(
      `${check.id.padEnd(24)}longest turn ${longest.toFixed(1).padStart(6)} ms   target ${target} ms   took ${took}`,
    )
  }
} finally {
  await database.close()
  rmSync(data, { recursive: true, force: true })
}
process.exitCode = missed ? 1 : 0
