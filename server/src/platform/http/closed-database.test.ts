import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoint } from '@vermilion/contract/kernel/endpoint'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { createAudit } from '#platform/audit/audit'
import { createAnswers } from './answers.ts'
import { createHttp } from './http.ts'
import type { Http } from './http.ts'
import { openForEver } from './testing/open-for-ever.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

const endpoints = {
  countLong: endpoint('GET', '/long', { summary: { en: '', zh: '' }, public: true }),
  countOne: endpoint('GET', '/one', { summary: { en: '', zh: '' }, public: true }),
} as const

const logged: { level: number }[] = []
let folder = ''
let database: Database
let http: Http
let origin = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-closed-'))
  database = await openTestDatabase(folder)
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as { level: number }) })
  const identify = async () => undefined
  http = await createHttp({
    log,
    answers: createAnswers({ database, clock: systemClock }),
    audit: createAudit({ database, clock: systemClock }),
    authenticator: {
      byToken: identify,
      byMediaCookie: identify,
      ...openForEver,
    },
    basePath: '',
    console: folder,
  })
  http.mount(endpoints, {
    async countLong() {
      const numbers = sql`with recursive number (value) as (select 1 union all select value + 1 from number where value < 25000000)`
      await sql`${numbers} select count(*) from number`.execute(database.reader())
    },
    async countOne() {
      await sql`select 1`.execute(database.query())
    },
  })
  origin = await http.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await http.server.close()
  await rm(folder, { recursive: true })
})

test('a request that reads when the database is closed, or comes later, is told that the server stops, and nothing is logged as an error', async () => {
  const ask = async (path: string): Promise<unknown> => (await fetch(`${origin}/api/v1${path}`)).json()
  const stopping = { code: 503, data: { error: 'server.stopping' } }
  const underWay = ask('/long')
  await delay(300)
  await database.close()
  expect(await underWay).toMatchObject(stopping)
  expect(await ask('/one')).toMatchObject(stopping)
  expect(await ask('/long')).toMatchObject(stopping)
  expect(logged.filter(({ level }) => level > 30)).toEqual([])
})
