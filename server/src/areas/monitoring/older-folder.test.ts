import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { createDatabase } from '#platform/database/database'
import type { Database } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { createLifecycle } from '#platform/lifecycle'
import { createLog } from '#platform/log'
import { migrations } from '../../../migrations/index.ts'
import { problemsOf } from '../../testing/check-problems.ts'
import { decodePoints, encodePoint as encodeSummary, summaryOf } from '../devices/testing/history-points.ts'
import { createReadingHistory } from './series/history.ts'
import { encodePoint } from './series/point-code.ts'
import { contentCounterCheck } from './storage/content-counters.ts'

const [hour, day] = [3_600, 86_400]
const end = Date.parse('2026-06-01T00:00:00.000Z') / 1_000
const clock = clockOf(() => end * 1_000)
const steps = Object.entries(migrations)
const countersIndex = steps.findIndex(([name]) => name === '0087-content-counters')
const forward = (database: Database, until = steps.length) =>
  migrate({ database, migrations: Object.fromEntries(steps.slice(0, until)), clock, backup: async () => {} })

let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-older-'))
  database = createDatabase(openSqlite(join(folder, 'vermilion.db')))
  await forward(database, countersIndex)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (statement: string) => sql.raw(statement).execute(database.query())

test('R1.08 an older data folder keeps its readings when months are read, and its content is counted', async () => {
  await run(`insert into "readingSeries" ("hostId", "name") values ('server', 'cpu')`)
  for (let start = end - 60 * day; start < end; start += day) {
    const points = Array.from({ length: 96 }, (_, index) => ({
      at: start + index * 900,
      mean: index % 12,
      highest: 20,
      readings: 90,
    }))
    const text = points.map((point) => encodePoint(point, { start, unit: 900 })).join('')
    await run(`insert into "readings" values (1, 'quarter', ${start}, '${text}')`)
  }
  const usual = {
    gpu: null,
    temperature: 40,
    memoryUsed: 1e9,
    memoryTotal: 4e9,
    diskUsed: 5e9,
    diskFree: 4e9,
    load: 1,
  }
  const network = { networkReceived: 10, networkSent: 20, uptimeSeconds: 60 }
  const summaries = [0.25, 0.75].map((cpu, index) =>
    summaryOf({ at: new Date((end - day + index * 900) * 1_000).toISOString(), cpu, ...usual, ...network }),
  )
  const text = summaries.map((summary) => encodeSummary(summary, { start: end - day, unit: 900 })).join('')
  await run(`insert into "deviceHistory" values ('arm', 'quarter', ${end - day}, '${text}')`)
  const file = (
    id: string,
    checksum: string,
  ) => `('${id}', 's', 1, '${id}', '${id}', '', 5000, 'other', '', '${checksum}', 0,
    1, '[]', -1, '', '')`
  await run(`insert into "files" ("id", "spaceId", "folder", "path", "name", "sortKey", "size", "kind", "mediaType", "checksum",
    "broken", "examined", "tags", "score", "createdAt", "updatedAt") values ${file('a', 'x')}, ${file('b', 'x')}, ${file('c', 'y')}`)
  await run(`insert into "trash" values ('d', 's', 'd', 100, 'z', '{}', '', '', null)`)

  await forward(database)
  const log = createLog('silent')
  const jobs = { daily: () => {} } as unknown as Parameters<typeof createReadingHistory>[0]['jobs']
  const lifecycle = createLifecycle({ log })
  const history = createReadingHistory({ database, clock, jobs, lifecycle, log })
  const month = () => history.read('server', { from: end - 30 * day, to: end, points: 300 })
  const { step, series } = await month()
  expect(step).toBe(3 * hour)
  expect(series).toEqual([{ name: 'cpu', means: Array(240).fill(5.5), highest: Array(240).fill(20) }])
  // As after an end that wrote nothing more: the eighth of a day that was under way is made of its quarters of hours again.
  await run(`delete from "readings" where "tier" = 'eighth'`)
  await lifecycle.start()
  expect((await month()).series[0]?.means).toEqual([...Array<null>(239).fill(null), 5.5])

  const { rows } = await sql<{
    start: number
    points: string
  }>`select "start", "points" from "deviceHistory" where "tier" = 'eighth'`.execute(database.query())
  const decoded = rows.flatMap(({ start, points }) => decodePoints(points, { start, unit: 10_800 }))
  expect(decoded).toMatchObject([{ at: end - day, readings: 2 }])
  expect(decoded[0]?.cpu).toBeCloseTo(0.5, 3)

  const counters = await sql`select "key", "bytes", "files" from "contentCounters" order by "key"`.execute(
    database.query(),
  )
  expect(counters.rows.map((row) => ({ ...(row as object) }))).toEqual([
    { key: '0/s', bytes: 16_384, files: 2 },
    { key: '6/s', bytes: 4_096, files: 1 },
  ])
  expect(await problemsOf(contentCounterCheck(database))).toEqual([])
})
