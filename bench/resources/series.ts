/**
 * Readings of 50 hosts with 20 series each over 90 days: `npm run bench resources/series`. What is older than the last hour is
 * written as the rows that thinning leaves of it; that hour through the store, as a server writes it, with a clock that runs ahead:
 * its processor time is told as part of what passes. Then histories are asked for at random, of the last hour up to 90 days, by the
 * same calls that a page makes. `npm run bench resources/series 90 10` takes 10 hosts.
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
import { seedReadings } from './seed.ts'

const names = Array.from({ length: 20 }, (_, index) => `accelerator/${index}/utilization`)
const [hour, day] = [3_600, 86_400]
const [days = 90, hosts = 50] = process.argv.slice(2).map(Number)
const queries = 200
const targets = { query: 100, write: 1, host: 20 }

const folder = mkdtempSync(join(tmpdir(), 'vermilion-series-'))
const report = (name: string, value: string) => console.log(`${name.padEnd(52)}${value}`)
const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

const start = Date.parse('2026-01-01T00:00:00.000Z') / 1_000
const end = start + days * day
let now = end * 1_000
const clock = clockOf(() => now)
const log = createLog('error')
const database = createDatabase(openSqlite(join(folder, 'vermilion.db')))
await migrate({ database, migrations, clock, backup: async () => {} })
const lifecycle = createLifecycle({ log })
const jobs = { daily: () => {} } as unknown as Parameters<typeof createReadingHistory>[0]['jobs']
const hostIds = Array.from({ length: hosts }, (_, host) => `host-${host}`)

let missed = false
function judge(name: string, value: number, target: number, unit: string): void {
  missed ||= !(value <= target)
  report(name, `${value.toFixed(2)} ${unit}   target ${target} ${unit}`)
}

try {
  await seedReadings(database, { hostIds, names, from: start, until: end - hour })
  const history = createReadingHistory({ database, clock, jobs, lifecycle, log })
  const values = () => Object.fromEntries(names.map((name) => [name, Math.random()]))
  const spent = process.cpuUsage()
  for (let seconds = end - hour; seconds <= end; seconds += 10) {
    now = seconds * 1_000
    for (const hostId of hostIds) await history.add(hostId, values())
    if (seconds % 60 === 0) await history.flush()
  }
  const { user, system } = process.cpuUsage(spent)
  judge('writing, of a core', ((user + system) / 1e6 / hour) * 100, targets.write, '%')
  await history.forgetOld()

  const spans = [hour, 6 * hour, day, 7 * day, 30 * day, 90 * day]
  for (const span of spans) {
    const times: number[] = []
    for (let query = 0; query < queries / spans.length; query += 1) {
      const from = performance.now()
      await history.read(hostIds[query % hosts] ?? '', { from: end - span, to: end, points: 300 })
      times.push(performance.now() - from)
    }
    judge(`20 series over ${span / hour} h, p95`, at(times, 0.95), targets.query, 'ms')
  }
  report('readings', `${hosts} hosts × ${names.length} series × ${days} days`)
  await lifecycle.stop()
  await database.close()
  judge('a host on the disk', statSync(join(folder, 'vermilion.db')).size / hosts / 1024 ** 2, targets.host, 'MiB')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = missed ? 1 : 0
