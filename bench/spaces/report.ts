import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceReportEndpoints } from '@vermilion/contract/files/space-report'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startTestServer } from '../../server/src/testing/start-server.ts'
import { flatFolder, seedFiles } from './ground/seed.ts'

/**
 * Duration of a data space's report, its effect on lists, and the longest block of the event loop. `npm run bench spaces/report
 * -- --files 1000000`
 */
const files = Number(process.argv[process.argv.indexOf('--files') + 1]) || 1_000_000
/** Seconds for a million files; milliseconds of a concurrent list (p95), of the event loop, and of the finished report. */
const targets = { report: 30, list: 100, held: 200, again: 50 }

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
  await seedFiles(data, id, files)
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  // A tenth of the files have duplicates.
  database.exec(`update files set checksum = (select checksum from files twin where twin.number = files.number - 1)
    where spaceId = '${id}' and number % 20 = 0 and number > 1`)
  database.close()
  return id
}

async function measure(spaceId: string): Promise<void> {
  const server = await startTestServer({ data })
  const params = { spaceId }
  const list = async () => {
    const from = performance.now()
    await server.call(fileEndpoints.listFiles, { params, query: { folder: flatFolder, limit: 100 } })
    return performance.now() - from
  }
  for (let warm = 0; warm < 5; warm += 1) await list()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const from = performance.now()
  const lists: number[] = []
  const progressShares: number[] = []
  for (;;) {
    const reporting = server.call(spaceReportEndpoints.spaceReport, { params, query: {} })
    lists.push(await list())
    const { report, progress } = await reporting
    progressShares.push(progress?.done ?? files)
    if (report !== null && progress === null) break
    await sleep(100)
  }
  const seconds = (performance.now() - from) / 1_000
  delay.disable()
  const memory = process.memoryUsage().rss / 1024 / 1024
  const p95 = lists.toSorted((a, b) => a - b)[Math.floor(lists.length * 0.95)] ?? 0
  const again = performance.now()
  await server.call(spaceReportEndpoints.spaceReport, { params, query: {} })
  const cachedTime = performance.now() - again
  console.log(`report of ${files} files: ${seconds.toFixed(1)} s, ${cachedTime.toFixed(1)} ms once it is there`)
  console.log(`a list beside it: p95 ${p95.toFixed(0)} ms; event loop held ${(delay.max / 1e6).toFixed(0)} ms at most`)
  console.log(
    `progress in ${new Set(progressShares).size} steps, forward: ${progressShares.every((done, at) => done >= (progressShares[at - 1] ?? 0))}`,
  )
  console.log(`memory ${memory.toFixed(0)} MiB`)
  await server.stop()
  const problems = [
    seconds > (targets.report * files) / 1_000_000 && `${targets.report} s for a million files is the target`,
    p95 > targets.list && `a list beside it has ${targets.list} ms`,
    delay.max / 1e6 > targets.held && `the event loop may be held for ${targets.held} ms`,
    cachedTime > targets.again && `what is there has ${targets.again} ms`,
  ].filter((problem) => problem !== false)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
