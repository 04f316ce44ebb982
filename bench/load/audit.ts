import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { randomOf } from '../spaces/ground/seed.ts'
import { startServer } from '../spaces/ground/server.ts'

/**
 * A page of the audit log, entry by entry and with what repeats as one row, in turns: `npm run bench load/audit [entries]`.
 * A folded page looks at each entry that the filters leave and at the next one, for its total: it takes at most so many times
 * as long (p50).
 */
const entries = Number(process.argv[2] ?? 200_000)
const goal = 10
const rounds = 10

const actions = ['POST /datasets/:datasetId/items', 'PATCH /spaces/:spaceId', 'POST /uploads', 'DELETE /tasks/:taskId']

/** Bursts of an action by an account, some seconds apart, over 80 days. */
function seedEntries(data: string): void {
  const writer = new DatabaseSync(join(data, 'vermilion.db'), { timeout: 5_000 })
  const insert =
    writer.prepare(`insert into auditEntries (id, createdAt, account, credential, tokenName, address, action,
    resource, objects, error, requestId) values (?, ?, ?, 'session', null, '127.0.0.1', ?, ?, ?, ?, ?)`)
  const random = randomOf(5)
  const [end, spacing] = [Date.now(), (80 * 86_400_000) / entries]
  const newId = () => randomBytes(16).toString('base64url').slice(0, 21)
  const spaces = Array.from({ length: 50 }, newId)
  writer.exec('begin')
  let burst = { action: '', account: '', left: 0 }
  for (let index = 0; index < entries; index++) {
    if (burst.left === 0)
      burst = { action: actions[random(4)] ?? '', account: `person-${random(20)}`, left: 1 + random(6) }
    burst.left--
    const time = new Date(end - (entries - index) * spacing).toISOString()
    const resource = burst.action.split('/')[1] ?? ''
    const objects = JSON.stringify({ spaceId: spaces[random(spaces.length)] })
    insert.run(newId(), time, burst.account, burst.action, resource, objects, random(50) ? null : 'x.y', newId())
  }
  writer.exec('commit')
  writer.close()
}

const data = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  await (await startServer(data)).stop()
  seedEntries(data)
  const server = await startServer(data)
  const filters = {
    all: {},
    'of one account': { account: 'person-3' },
    'of one resource': { resource: 'spaces' },
    refused: { outcome: 'refused' },
    'with a common word': { search: 'uploaded' },
    'with a word of none': { search: 'nothing-like-it' },
    'of one account that is not there': { account: 'nobody' },
  } as const
  console.log(`${entries} entries; ms of a page, p50 and p95`.padEnd(48), 'entry by entry'.padEnd(20), 'folded')
  for (const [name, filter] of Object.entries(filters)) {
    const [single, folded]: [number[], number[]] = [[], []]
    const timed = async (times: number[], ask: () => Promise<unknown>) => {
      const start = performance.now()
      await ask()
      times.push(performance.now() - start)
    }
    for (let round = 0; round < rounds; round++) {
      await timed(single, () => server.call(auditEndpoints.listAuditEntries, { query: filter }))
      await timed(folded, () => server.call(auditEndpoints.listAuditGroups, { query: filter }))
    }
    const percentilesOf = (times: number[]) =>
      [0.5, 0.95].map((part) => times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0)
    const ratio = (percentilesOf(folded)[0] ?? 0) / (percentilesOf(single)[0] ?? 1)
    const isSlow = ratio > goal
    if (isSlow) process.exitCode = 1
    const columns = [single, folded].map((times) =>
      percentilesOf(times)
        .map((time) => time.toFixed(0))
        .join(' / ')
        .padEnd(20),
    )
    console.log(name.padEnd(48), ...columns, ratio.toFixed(1), isSlow ? 'too slow' : '')
  }
  await server.stop()
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
