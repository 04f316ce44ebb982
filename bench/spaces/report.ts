import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceReportEndpoints } from '@vermilion/contract/space-report'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startTestServer } from '../../server/src/testing/start-server.ts'

/**
 * How long the analysis report of a data space takes, what its lists feel of it, and how long it holds the event loop.
 * `npm run bench spaces/report -- --files 1000000`
 */
const files = Number(process.argv[process.argv.indexOf('--files') + 1]) || 1_000_000
const folders = Math.max(1, Math.round(files / 1_000))

const data = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  const spaceId = await prepare()
  await measure(spaceId)
} finally {
  rmSync(data, { recursive: true, force: true })
}

async function prepare(): Promise<string> {
  const server = await startTestServer({ data })
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  await server.stop()
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  const now = new Date().toISOString()
  const row = (path: string, parent: string, own: number, all: number) =>
    `insert into folders (spaceId, path, parent, name, sortKey, fileCount, totalSize, allFiles, allSize, createdAt, updatedAt)
     select '${id}', ${path}, ${parent}, ${path}, ${path}, ${own}, ${own} * 100000, ${all}, ${all} * 100000, '${now}', '${now}'`
  database.exec(`delete from folders where spaceId = '${id}'`)
  database.exec(row("''", 'null', 0, files))
  const top = `(select number from folders where spaceId = '${id}' and path = '')`
  database.exec(`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${folders - 1})
    ${row("printf('%06d', i)", top, files / folders, files / folders)} from n`)
  database.exec(`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${files - 1}),
      r(i, a, b) as materialized (select i, abs(random()), abs(random()) from n)
    insert into files (id, spaceId, folder, path, name, sortKey, size, kind, mediaType, width, height, checksum, broken,
      examined, tags, score, modifiedAt, createdAt, updatedAt)
    select printf('f%08d', i), '${id}', ${top} + 1 + i % ${folders}, printf('%06d/img_%08d.%s', i % ${folders}, i, e),
      printf('img_%08d.%s', i, e), printf('%08d', i), a % 5000000, iif(e in ('txt', 'csv'), 'text', 'image'), 'image/jpeg',
      iif(e in ('txt', 'csv'), null, 200 + a % 4000), iif(e in ('txt', 'csv'), null, 200 + b % 3000),
      printf('%016x%048x', iif(i % 20 = 0, i / 20, b), iif(i % 20 = 0, i / 20, i)), i % 997 = 0, 1, '[]',
      iif(i % 3 = 0, (a % 1000) / 1000.0, -1), null, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', printf('-%d minutes', i % 500000)), '${now}'
    from (select *, iif(i % 10 = 0, 'txt', iif(i % 10 = 1, 'csv', iif(i % 10 < 5, 'png', 'jpg'))) as e from r)`)
  database.exec(`update spaces set fileCount = ${files}, totalSize = ${files} * 100000 where id = '${id}'`)
  database.close()
  return id
}

async function measure(spaceId: string): Promise<void> {
  const server = await startTestServer({ data })
  const params = { spaceId }
  const list = async () => {
    const from = performance.now()
    await server.call(fileEndpoints.listFiles, { params, query: { folder: '000001', limit: 100 } })
    return performance.now() - from
  }
  for (let warm = 0; warm < 5; warm += 1) await list()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const from = performance.now()
  const lists: number[] = []
  const shown: number[] = []
  for (;;) {
    const asked = server.call(spaceReportEndpoints.spaceReport, { params, query: {} })
    lists.push(await list())
    const { report, progress } = await asked
    shown.push(progress?.done ?? files)
    if (report !== null && progress === null) break
    await sleep(100)
  }
  const seconds = (performance.now() - from) / 1_000
  delay.disable()
  const memory = process.memoryUsage().rss / 1024 / 1024
  const p95 = lists.toSorted((a, b) => a - b)[Math.floor(lists.length * 0.95)] ?? 0
  const again = performance.now()
  await server.call(spaceReportEndpoints.spaceReport, { params, query: {} })
  console.log(
    `report of ${files} files: ${seconds.toFixed(1)} s, ${(performance.now() - again).toFixed(1)} ms once it is there`,
  )
  console.log(`a list beside it: p95 ${p95.toFixed(0)} ms; event loop held ${(delay.max / 1e6).toFixed(0)} ms at most`)
  console.log(
    `progress in ${new Set(shown).size} steps, forward: ${shown.every((done, at) => done >= (shown[at - 1] ?? 0))}`,
  )
  console.log(`memory ${memory.toFixed(0)} MiB`)
  await server.stop()
}
