/**
 * Readings of 50 hosts with 20 series each over 90 days: `npm run bench resources/series`. They are written through the store
 * as a server writes them, with a clock that runs ahead; the processor time of writing is told as part of what passes. Then
 * histories are asked for at random, of the last hour up to 90 days, by the same calls that a page makes.
 * `npm run bench resources/series 90 10 2` takes 90 days of 10 hosts, of which the last 2 hours in full: a tenth of the time.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReadingHistory } from '../../server/src/areas/monitoring/series/history.ts'
import { clockOf } from '../../server/src/platform/clock.ts'
import { createDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openSqlite } from '../../server/src/platform/database/sqlite.ts'
import { createLifecycle } from '../../server/src/platform/lifecycle.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { migrations } from '../../server/migrations/index.ts'

const names = Array.from({ length: 20 }, (_, index) => `accelerator/${index}/utilization`)
const day = 86_400
const [days = 90, hosts = 50, fullHours = 48] = process.argv.slice(2).map(Number)
/** Of the last days every reading is added; before that one for each quarter, as the rest would be thinned to. */
const fullDays = fullHours / 24
const queries = 200
const targets = { query: 100, write: 1, host: 20 }

const folder = mkdtempSync(join(tmpdir(), 'vermilion-series-'))
const report = (name: string, value: string) => console.log(`${name.padEnd(52)}${value}`)
const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

const start = Date.parse('2026-01-01T00:00:00.000Z')
let now = start
const clock = clockOf(() => now)
const log = createLog('error')
const database = createDatabase(openSqlite(join(folder, 'vermilion.db')))
await migrate({ database, migrations, clock, backup: async () => {} })
const lifecycle = createLifecycle({ log })
const jobs = { daily: () => {} } as unknown as Parameters<typeof createReadingHistory>[0]['jobs']
const history = createReadingHistory({ database, clock, jobs, lifecycle, log })
const values = () => Object.fromEntries(names.map((name) => [name, Math.random()]))

async function addAll(): Promise<void> {
  for (let host = 0; host < hosts; host += 1) await history.add(`host-${host}`, values())
}

let missed = false
function judge(name: string, value: number, target: number, unit: string): void {
  missed ||= !(value <= target)
  report(name, `${value.toFixed(2)} ${unit}   target ${target} ${unit}`)
}

try {
  for (let seconds = 0; seconds < (days - fullDays) * day; seconds += 900) {
    now = start + seconds * 1_000
    await addAll()
    if (seconds % 3_600 === 0) await history.flush()
  }
  await history.forgetOld()
  const spent = process.cpuUsage()
  for (let seconds = (days - fullDays) * day; seconds <= days * day; seconds += 10) {
    now = start + seconds * 1_000
    await addAll()
    if (seconds % 60 === 0) await history.flush()
  }
  const { user, system } = process.cpuUsage(spent)
  judge('writing, of a core', ((user + system) / 1e6 / (fullDays * day)) * 100, targets.write, '%')
  await history.forgetOld()

  const spans = [3_600, 6 * 3_600, day, 7 * day, 30 * day, 90 * day]
  for (const span of spans) {
    const times: number[] = []
    for (let query = 0; query < queries / spans.length; query += 1) {
      const to = Math.floor(now / 1_000)
      const from = performance.now()
      await history.read(`host-${Math.floor(Math.random() * hosts)}`, { from: to - span, to, points: 300 })
      times.push(performance.now() - from)
    }
    judge(`20 series over ${span / 3_600} h, p95`, at(times, 0.95), targets.query, 'ms')
  }
  report('readings', `${hosts} hosts × ${names.length} series × ${days} days, ${fullHours} h of them in full`)
  await lifecycle.stop()
  await database.close()
  judge('a host on the disk', statSync(join(folder, 'vermilion.db')).size / hosts / 1024 ** 2, targets.host, 'MiB')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = missed ? 1 : 0
