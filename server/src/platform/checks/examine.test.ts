import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/database/database'
import { counterCheck } from './checks.ts'
import { examine } from './examine.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

interface Tables {
  things: { id: string }
  totals: { id: string; things: number }
}

let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-examine-'))
  database = await openTestDatabase(folder)
  await sql`create table things (id text)`.execute(database.query())
  await sql`create table totals (id text, things integer)`.execute(database.query())
  await sql`insert into totals values ('all', 0)`.execute(database.query())
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const addThing = (id: string) =>
  database.transaction(async () => {
    const query = database.query<Tables>()
    await query.insertInto('things').values({ id }).execute()
    await query
      .updateTable('totals')
      .set((row) => ({ things: row('things', '+', 1) }))
      .execute()
  })
const total = async () =>
  (await database.query<Tables>().selectFrom('totals').select('things').executeTakeFirst())?.things
const writes: Promise<void>[] = []
const asAnother = AsyncLocalStorage.snapshot()

/** Counts while somebody else adds a thing; the addition is not awaited when it has to wait for this check. */
const check = counterCheck({
  id: 'space-counters',
  async compare() {
    const reader = database.reader<Tables>()
    const counted = await reader
      .selectFrom('things')
      .select((row) => row.fn.countAll<number>().as('things'))
      .executeTakeFirstOrThrow()
    const write = asAnother(() => addThing(`thing ${writes.length}`))
    writes.push(write)
    await Promise.race([write, new Promise((resolve) => setTimeout(resolve, 100))])
    const stored = await reader.selectFrom('totals').select('things').executeTakeFirstOrThrow()
    return [{ id: 'all', stored: { ...stored }, counted: { ...counted } }]
  },
  set: ({ id, counted }) => database.query<Tables>().updateTable('totals').set(counted).where('id', '=', id).execute(),
})

test('what is written between two statements of a check is no problem, and a repair loses nothing that is written meanwhile', async () => {
  expect((await check.examine()).state).toBe('problem')
  expect(await examine(database, check, { repair: false })).toMatchObject({ finding: { state: 'ok' } })
  await Promise.all(writes)
  await database.query<Tables>().updateTable('totals').set({ things: 70 }).execute()
  const { repaired } = await examine(database, check, { repair: true })
  expect(repaired?.state).toBe('problem')
  await Promise.all(writes)
  expect(await total()).toBe(writes.length)
})
