import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { monitoringEndpoints } from '@vermilion/contract/monitoring/endpoints'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Candidate, shareData, startCandidate } from './testing/candidate.ts'
import { createClient } from './testing/client.ts'
import {
  createPostgresServer,
  hasPostgres,
  type PostgresServer,
  skippedWithoutPostgres,
} from './platform/database/testing/killable-cluster.ts'
import { runCommand } from './testing/server-process.ts'

/** Seconds. 10 are promised, 30 after a hang; a machine that does much else needs many for one of its processor. */
const maxTakeoverSeconds = 30

describe.skipIf(!hasPostgres)(`a leader and its standby${skippedWithoutPostgres}`, () => {
  let postgres: PostgresServer
  let database = ''
  let folder = ''
  let count = 0
  let leader: Candidate
  let standby: Candidate
  let running: Candidate[] = []
  let current = ''
  const client = createClient(() => current)
  const environment = () => ({ VERMILION_DATABASE_URL: postgres.url(database) })

  async function start(name: string): Promise<Candidate> {
    const data = join(folder, name)
    if (running.length > 0) await shareData(join(folder, 'one'), data)
    const server = await startCandidate(data, environment())
    running.push(server)
    return server
  }

  beforeAll(async () => {
    postgres = await createPostgresServer()
    await postgres.start()
  })
  afterAll(() => postgres.remove())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-lead-'))
    database = `lead_${(count += 1)}`
    await postgres.run(`create database ${database} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
    leader = await start('one')
    standby = await start('two')
    current = leader.address
    await client.signIn()
  })
  afterEach(async () => {
    for (const server of running) server.signal('SIGKILL')
    for (const server of running) await server.ended()
    running = []
    await rm(folder, { recursive: true })
  })

  const addSpace = (name: string) => client.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  const names = async () =>
    (await client.call(spaceEndpoints.listSpaces, { query: { limit: 100 } })).items.map(({ name }) => name)
  const changes = async () => (await client.call(monitoringEndpoints.getLeads, {})).leads.map(({ change }) => change)

  /** Seconds until the server answers as the leader. */
  async function takeover(server: Candidate): Promise<number> {
    const from = performance.now()
    while ((await server.role()) !== 'leader') await delay(20)
    current = server.address
    return (performance.now() - from) / 1_000
  }

  test('R6.02 a standby refuses everything in both languages but its health, says who it is, and is seen', async () => {
    const send = (path: string, headers: Record<string, string> = {}) => fetch(`${standby.address}${path}`, { headers })
    for (const path of ['/', '/login', `${basePath}/spaces`, `${basePath}/health/more`]) {
      const response = await send(path)
      expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '1'])
      expect(await response.json()).toMatchObject({ code: 50301, data: { error: 'server.standby' } })
    }
    const inEnglish = (await (await send('/', { language: 'en-us' })).json()) as { message: string }
    const inChinese = (await (await send('/', { language: 'zh-cn' })).json()) as { message: string }
    expect(inEnglish.message).toContain('stands by')
    expect(inChinese.message).toContain('备用')
    expect([await leader.role(), await standby.role()]).toEqual(['leader', 'standby'])
    const { leads, standbys } = await client.call(monitoringEndpoints.getLeads, {})
    expect(leads).toMatchObject([{ number: 1, change: 'first', address: leader.address }])
    expect(standbys).toHaveLength(1)

    await expect(startCandidate(join(folder, 'two'), environment())).rejects.toThrow('Another server')
    await shareData(join(folder, 'one'), join(folder, 'three'))
    const repair = await runCommand(join(folder, 'three'), ['doctor', '--repair'], '', environment())
    expect(repair).toMatchObject({ status: 1, output: expect.stringContaining(leader.address) as unknown })
  })

  test('a standby takes over from a leader that was killed, and nothing confirmed is lost', async () => {
    await addSpace('confirmed')
    leader.signal('SIGKILL')
    expect(await takeover(standby)).toBeLessThan(maxTakeoverSeconds)
    expect(await names()).toEqual(['confirmed'])
    expect(await changes()).toEqual(['gone', 'first'])
    const again = await start('one')
    expect(await again.role()).toBe('standby')
  })

  test('a leader that was stopped writes nothing when it wakes up, and ends', async () => {
    const many = (what: string) => Array.from({ length: 20 }, (_, index) => addSpace(`${what}-${index}`))
    const cutOff = Promise.allSettled(many('cut-off'))
    await delay(30)
    leader.signal('SIGSTOP')
    // These wait in its sockets, and are read when it wakes up.
    const late = Promise.allSettled(many('late'))
    expect(await takeover(standby)).toBeLessThan(2 * maxTakeoverSeconds)
    await addSpace('later')
    const there = await names()
    leader.signal('SIGCONT')
    expect(await leader.ended()).toBe(75)
    expect(leader.printed()).toContain('Another server leads now')
    const confirmed = (await cutOff).flatMap((call) => (call.status === 'fulfilled' ? [call.value.name] : []))
    expect(there).toEqual(expect.arrayContaining([...confirmed, 'later']))
    expect((await late).map(({ status }) => status)).not.toContain('fulfilled')
    expect(await names()).toEqual(there)
    expect(await changes()).toEqual(['silent', 'first'])
  })

  test('a leader that is asked to end hands the lead over at once', async () => {
    await addSpace('confirmed')
    leader.signal('SIGTERM')
    expect(await takeover(standby)).toBeLessThan(maxTakeoverSeconds)
    expect(await leader.ended()).toBe(0)
    expect(await changes()).toEqual(['handed-over', 'first'])
    expect(await names()).toEqual(['confirmed'])
  })

  test('a leader survives its PostgreSQL: calls are refused meanwhile, and the lead stays where it was', async () => {
    await addSpace('confirmed')
    await postgres.kill()
    const refusal = async () => {
      const response = await client.fetch('/spaces')
      return [response.status, response.headers.get('retry-after'), await response.json()]
    }
    const unreachable = [503, '1', expect.objectContaining({ code: 50303 })]
    await expect.poll(() => refusal().catch(() => undefined)).toEqual(unreachable)
    await delay(3_000)
    await postgres.start()
    await expect.poll(() => names().catch(() => [])).toEqual(['confirmed'])
    await addSpace('later')
    await delay(8_000)
    expect([await leader.role(), await standby.role()]).toEqual(['leader', 'standby'])
    expect(await changes()).toEqual(['first'])
    expect(await names()).toEqual(['later', 'confirmed'])
  })

  test('a standby that is older than the schema says so and does not take over; a newer one does', async () => {
    await postgres.run(`insert into migrations values ('9999-later', 9999, '')`, database)
    leader.signal('SIGKILL')
    await leader.ended()
    const refusal = async () => (await (await fetch(`${standby.address}/`)).json()) as { data: object; message: string }
    await expect.poll(async () => (await refusal()).data).toMatchObject({ error: 'server.outdated' })
    expect((await refusal()).message).toContain('9999-later')
    await delay(2_000)
    expect(await standby.role()).toBe('standby')
    await expect(start('three')).rejects.toThrow('newer version of this program (its step 9999-later')
    await postgres.run(`delete from migrations where name = '9999-later'`, database)
    expect(await takeover(standby)).toBeLessThan(maxTakeoverSeconds)
  })
})
