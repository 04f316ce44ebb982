import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { healthEndpoints } from '@vermilion/contract/monitoring/health'
import type { HealthResult } from '@vermilion/contract/monitoring/health'
import { healthCheckIds, healthCheckOffers } from '@vermilion/contract/monitoring/health-checks'
import type { HealthCheckId } from '@vermilion/contract/monitoring/health-checks'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { workEndpoints } from '@vermilion/contract/work'
import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeLastBackup } from '#platform/last-backup'
import { blobFile } from '../../../testing/remote-store.ts'
import { freePort } from '../../../testing/free-port.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { changeRows } from '../../../testing/test-database.ts'

let data: string
let server: TestServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-health-'))
  server = await startTestServer({ data })
})
afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true })
})

async function results(): Promise<Record<HealthCheckId, HealthResult>> {
  const read = await server.call(healthEndpoints.getHealthChecks, {})
  return Object.fromEntries(read.results.map((result) => [result.id, result])) as Record<HealthCheckId, HealthResult>
}

async function waitForRun(): Promise<void> {
  const run = async () => (await server.call(healthEndpoints.getHealthChecks, {})).run
  await expect.poll(async () => (await run())?.state, { timeout: 20_000 }).toBe('done')
}

async function check(...checks: HealthCheckId[]): Promise<HealthResult[]> {
  await server.call(healthEndpoints.runHealthChecks, { body: { checks } })
  await waitForRun()
  const all = await results()
  return checks.map((id) => all[id])
}

async function repair(...checks: HealthCheckId[]): Promise<HealthResult[]> {
  await server.call(healthEndpoints.repairHealthChecks, { body: { checks } })
  await waitForRun()
  const all = await results()
  return checks.map((id) => all[id])
}

const spoil = (statement: string) => changeRows(data, statement)

const fileOf = (content: string) => {
  const checksum = createHash('sha256').update(content).digest('hex')
  return { checksum, path: blobFile(data, checksum) }
}
const words = (result: HealthResult | undefined) => result?.findings.map(({ en }) => en)

test('R1.08 before anything was run, what costs nothing is told and the rest says that it was not run', async () => {
  const all = await results()
  expect(Object.keys(all)).toEqual(healthCheckIds)
  for (const id of healthCheckIds) {
    const isInstant = healthCheckOffers[id].cost === 'instant'
    expect([id, all[id].state === 'not-run'], all[id].findings[0]?.en).toEqual([id, !isInstant])
    if (isInstant) expect(all[id].checkedAt).not.toBeNull()
  }
  expect(all.backup.state).toBe('not-set-up')
  expect(all.services.state).toBe('not-set-up')
  expect(all['data-folder'].state).toBe('ok')
  expect(all['job-kinds'].state).toBe('ok')
  expect(all.jobs.state).toBe('ok')
})

test('R1.08 every check is run, finds nothing on a healthy folder, and says when and how long', async () => {
  for (const result of await check(...healthCheckIds)) {
    expect(result.checkedAt).not.toBeNull()
    expect(result.took).toBeGreaterThanOrEqual(0)
    if (healthCheckOffers[result.id].of === 'data') expect([result.id, result.state]).toEqual([result.id, 'ok'])
  }
})

test('R1.08 R2.34 a counter that is off by one is found, told in both languages, repaired, and well again', async () => {
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'counted', path: 'counted' } })
  await upload(server, { spaceId: id, path: 'one.txt' }, Buffer.from('one'))
  await spoil(`update "spaces" set "fileCount" = "fileCount" + 1 where "id" = '${id}'`)
  expect(await check('space-counters')).toMatchObject([
    {
      state: 'problem',
      findingCount: 1,
      findings: [{ en: `${id}: fileCount says 2, there are 1`, zh: `${id}：fileCount 记为 2，实际为 1` }],
      repairedAt: null,
    },
  ])
  expect(await repair('space-counters')).toMatchObject([{ state: 'ok', findings: [], repairedBy: 'admin' }])
  expect(await server.call(spaceEndpoints.getSpace, { params: { spaceId: id } })).toMatchObject({ fileCount: 1 })
  expect(await check('space-counters')).toMatchObject([{ state: 'ok', repairedBy: 'admin' }])

  const { items } = await server.call(auditEndpoints.listAuditEntries, { query: { resource: 'health-checks' } })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ account: 'admin', error: null })
})

test('R1.08 content that is missing and content that changed are found, and well again once it is back', async () => {
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'damaged', path: 'damaged' } })
  const [missing, changed] = [fileOf('this goes away'), fileOf('this is changed')]
  await upload(server, { spaceId: id, path: 'missing.txt' }, Buffer.from('this goes away'))
  await upload(server, { spaceId: id, path: 'changed.txt' }, Buffer.from('this is changed'))
  const previous = await readFile(missing.path)
  await rm(missing.path)
  await writeFile(changed.path, 'THIS is changed')
  const [content] = await check('content')
  expect(content).toMatchObject({ state: 'problem', findingCount: 2 })
  expect(words(content)?.toSorted()).toEqual(
    [`${missing.checksum} is missing`, `${changed.checksum} is corrupt`].toSorted(),
  )
  await expect(server.call(healthEndpoints.repairHealthChecks, { body: { checks: ['content'] } })).rejects.toThrow(
    'Content of files cannot be repaired here',
  )
  await truncate(changed.path, 4)
  expect(words((await check('content'))[0])).toContain(`${changed.checksum} has 4 bytes instead of 15`)
  await writeFile(missing.path, previous)
  await writeFile(changed.path, 'this is changed')
  expect(await check('content')).toMatchObject([{ state: 'ok', findings: [] }])
})

test('R1.08 a folder that cannot be written to is told, and well again once it can', async () => {
  const folder = join(data, 'backups')
  await rm(folder, { recursive: true, force: true })
  // Even root cannot write to a non-folder.
  await writeFile(folder, '')
  const [wrong] = await check('data-folder')
  expect(wrong).toMatchObject({ state: 'problem' })
  expect(words(wrong)).toEqual([`Nothing can be written to ${folder} (ENOTDIR)`])
  await rm(folder)
  expect(await check('data-folder')).toMatchObject([{ state: 'ok' }])
})

test('R1.08 jobs that failed or hang are told until they were done', async () => {
  const row = (id: string, state: string, at: string) =>
    spoil(`insert into "jobs" ("id", "kind", "key", "state", "payload", "done", "attempts", "error", "runAt", "createdAt",
      "updatedAt") values ('${id}', 'import', 'k', '${state}', 'null', 0, 5, 'no room', '${at}', '${at}', '${at}')`)
  const [earlier, later] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']
  await row('failed-one', 'failed', earlier)
  await row('hanging-one', 'running', earlier)
  const [wrong] = await check('jobs')
  expect(words(wrong)).toEqual([
    `import runs and has got no further since ${earlier}`,
    `import failed at ${earlier}: no room`,
  ])
  await spoil(`update "jobs" set "state" = 'done', "updatedAt" = '${later}' where "id" = 'hanging-one'`)
  expect(await check('jobs')).toMatchObject([{ state: 'ok' }])
  await spoil(`delete from "jobs" where "id" in ('failed-one', 'hanging-one')`)
})

test('R1.08 R8.09 a service is told by its last test, and a pool by whether it answers now', async () => {
  const port = await freePort()
  const service = await server.call(serviceEndpoints.createService, {
    body: {
      kind: 'chat',
      name: 'assistant',
      settings: { url: `http://127.0.0.1:${port}/v1`, key: null, model: 'm', vision: false } as never,
    },
  })
  expect((await check('services'))[0]).toMatchObject({
    state: 'unknown',
    findings: [{ en: 'assistant was never tested', zh: 'assistant 尚未测试' }],
  })
  await server.call(serviceEndpoints.testService, { params: { serviceId: service.id } })
  const [tested] = await check('services')
  expect(tested?.state).toBe('problem')
  expect(words(tested)?.[0]).toMatch(/^assistant: Nothing listens at .*tested at/)
  await server.call(serviceEndpoints.deleteService, { params: { serviceId: service.id } })
  expect(await check('services')).toMatchObject([{ state: 'not-set-up' }])

  const pool = await server.call(poolEndpoints.createPool, {
    body: { name: 'engine', executor: 'container', address: `http://127.0.0.1:${port}` },
  })
  const [away] = await check('pools')
  expect(away?.state).toBe('problem')
  expect(words(away)?.[0]).toMatch(/^engine: /)
  await server.call(poolEndpoints.deletePool, { params: { poolId: pool.id } })
  expect(await check('pools')).toMatchObject([{ state: 'ok' }])
})

test('R1.08 the last backup is told once there is one, and that it is old', async () => {
  const { platform } = server
  const copied = (days: number) =>
    writeLastBackup(platform.paths, {
      at: new Date(Date.now() - days * 86_400_000).toISOString(),
      target: '/copies/one',
    })
  await copied(1)
  expect(words((await check('backup'))[0])?.[0]).toMatch(/^Copied to \/copies\/one at .* 1 day ago$/)
  await copied(8)
  expect(await check('backup')).toMatchObject([{ state: 'problem' }])
  await copied(0)
  expect(await check('backup')).toMatchObject([{ state: 'ok' }])
})

test('R1.08 one run at a time, and only checks that there are', async () => {
  const body = { checks: ['content' as const, 'database' as const] }
  const [first, second] = await Promise.allSettled([
    server.call(healthEndpoints.runHealthChecks, { body }),
    server.call(healthEndpoints.runHealthChecks, { body }),
  ])
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  await waitForRun()
  await expect(server.call(healthEndpoints.runHealthChecks, { body: { checks: [] } })).rejects.toThrow()
  await expect(
    server.call(healthEndpoints.runHealthChecks, { body: { checks: ['nothing' as HealthCheckId] } }),
  ).rejects.toThrow()
})

test("R1.08 checks run by themselves after a start, are nobody's work, and a problem raises an alert until it is gone", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-health-daily-'))
  let own = await startTestServer({ data: folder })
  try {
    for (const rule of ['disk-full', 'temperature'] as const)
      await own.call(alertEndpoints.changeAlertRule, { params: { rule }, body: { enabled: false } })
    const address = `http://127.0.0.1:${await freePort()}`
    const pool = await own.call(poolEndpoints.createPool, { body: { name: 'engine', executor: 'container', address } })
    await own.stop()
    own = await startTestServer({ data: folder, monitoring: { interval: 50, healthAfter: 0 } })
    const read = () => own.call(healthEndpoints.getHealthChecks, {})
    await expect.poll(async () => (await read()).run?.state, { timeout: 20_000 }).toBe('done')
    const { run, results: daily } = await read()
    const light = healthCheckIds.filter((id) => healthCheckOffers[id].cost !== 'heavy')
    expect(run).toMatchObject({ startedBy: null, repair: false, checks: light, done: light.length })
    const pools = daily.find(({ id }) => id === 'pools')
    expect(pools?.state).toBe('problem')
    expect(Date.parse(pools?.checkedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(run?.startedAt ?? ''))
    expect(daily.filter(({ state }) => state === 'not-run').map(({ id }) => id)).toEqual(
      healthCheckIds.filter((id) => healthCheckOffers[id].cost === 'heavy'),
    )
    expect(await own.call(workEndpoints.listWork, {})).toEqual([])

    const query = { rule: 'health-problem', state: 'open' } as const
    const open = async () => (await own.call(alertEndpoints.listAlerts, { query })).items
    const about = (id: string) => async () => (await open()).filter(({ object }) => object.id === id)
    await expect.poll(async () => (await about('pools')()).length).toBe(1)
    const [alert] = await about('pools')()
    expect(alert).toMatchObject({ severity: 'warning', object: { kind: 'health-check' }, threshold: null })
    const acknowledged = await own.call(alertEndpoints.acknowledgeAlert, { params: { alertId: alert!.id } })
    expect(acknowledged).toMatchObject({ acknowledgedBy: 'admin', endedAt: null })
    await own.call(poolEndpoints.deletePool, { params: { poolId: pool.id } })
    await own.call(healthEndpoints.runHealthChecks, { body: { checks: ['pools'] } })
    await expect.poll(async () => (await about('pools')()).length).toBe(0)
  } finally {
    await own.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
