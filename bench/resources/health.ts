/**
 * How long a person's request waits for the checks of Health at most: `npm run bench resources/health`. A data folder with 100,000
 * files in 5,000 folders, and 10,000 labelled images; each check of the data folder that is run every day is run here, and the longest turn that it took of
 * the event loop is told.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import { sql } from 'kysely'
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
async function fill(): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database.query())
  await run(`insert into "folders" ("spaceId", "path", "parent", "name", "sortKey", "fileCount", "totalSize", "allFiles", "allSize",
    "createdAt", "updatedAt") ${counting(folders)} select 's', 'a/b/' || "i", null, "i", "i", ${files / folders},
    ${files / folders} * 10000, ${files / folders}, ${files / folders} * 10000, '', '' from "n"`)
  await run(`insert into "files" ("id", "spaceId", "folder", "path", "name", "sortKey", "size", "kind", "mediaType", "checksum",
    "broken", "examined", "tags", "score", "createdAt", "updatedAt") ${counting(files)}
    select 'f' || "i", 's', 1 + "i" % ${folders}, 'a/b/' || "i", 'image-' || "i" || '.jpg', "i", 10000, 'image', 'image/jpeg',
    printf('%064x', "i"), 0, 1, '[]', -1, '', '' from "n"`)
  const columns = await sql<{ name: string; notnull: number }>`select name, "notnull" from pragma_table_info('datasetItems')`
    .execute(database.query())
    .then(({ rows }) => rows.filter((row) => row.notnull === 1 || row.name in known).map(({ name }) => name))
  const known: Record<string, string> = {
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
    status: `'labeled'`,
    split: `'train'`,
    score: '-1',
    labels: `'l'`,
  }
  await run(`insert into "datasetItems" (${columns.map((name) => `"${name}"`).join(', ')}) ${counting(images)}
    select ${columns.map((name) => known[name] ?? `'0'`).join(', ')} from "n"`)
  const box = { id: 'x', kind: 'box', labelId: 'l', x: 10, y: 10, width: 100, height: 100 }
  const text = JSON.stringify(Array.from({ length: shapes }, () => box)).replaceAll("'", "''")
  const annotated = await sql<{ name: string }>`select name from pragma_table_info('datasetAnnotations') where "notnull" = 1`
    .execute(database.query())
    .then(({ rows }) => rows.map(({ name }) => name))
  const values: Record<string, string> = { itemId: `'i' || "i"`, shapes: `'${text}'` }
  await run(`insert into "datasetAnnotations" (${annotated.map((name) => `"${name}"`).join(', ')}) ${counting(images)}
    select ${annotated.map((name) => values[name] ?? `'0'`).join(', ')} from "n"`)
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

/** Processor time of this thread in milliseconds: others on the machine do not count. */
function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The longest time for which some work held the event loop at once. */
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
  await sql`pragma foreign_keys = off`.execute(database.query())
  await database.transaction(fill)
  addBlobs()
  for (const check of platform.checks.all()) {
    const { of, cost } = healthCheckOffer(check.id)
    if (of !== 'data' || cost === 'heavy') continue
    await check.examine()
    const began = performance.now()
    const longest = await longestTurnOf(() => check.examine())
    missed ||= longest > target
    const took = `${(performance.now() - began).toFixed(0)} ms`
    console.log(`${check.id.padEnd(24)}longest turn ${longest.toFixed(1).padStart(6)} ms   target ${target} ms   took ${took}`)
  }
} finally {
  await database.close()
  rmSync(data, { recursive: true, force: true })
}
process.exitCode = missed ? 1 : 0
