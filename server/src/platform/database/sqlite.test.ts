import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchEventLoop } from '../../testing/processor-time.ts'
import { databaseConformance } from './conformance.ts'
import { createDatabase } from './database.ts'
import { DatabaseClosed } from './engine.ts'
import type { Engine } from './engine.ts'
import { readPage } from './page.ts'
import { openSqlite } from './sqlite.ts'

let folder = ''
const engines: Engine[] = []
async function open(): Promise<Engine> {
  const engine = openSqlite(join(await mkdtemp(join(folder, 'database-')), 'test.db'))
  engines.push(engine)
  return engine
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-sqlite-'))
})
afterAll(async () => {
  for (const engine of engines) await engine.close()
  await rm(folder, { recursive: true })
})

describe('SQLite under Database', () => {
  databaseConformance(open)

  test('closing tells a statement that takes long, and those that come later, that the database is closed', async () => {
    const engine = openSqlite(join(await mkdtemp(join(folder, 'database-')), 'test.db'))
    const database = createDatabase(engine)
    const counting = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${25_000_000})
      select count(*) from n`
      .execute(database.reader())
      .catch((error: unknown) => error)
    await wait(200)
    await engine.close()
    expect(await counting).toBeInstanceOf(DatabaseClosed)
    for (const query of [database.query(), database.reader()])
      await expect(sql`select 1`.execute(query)).rejects.toThrow(DatabaseClosed)
    await expect(database.transaction(async () => undefined)).rejects.toThrow(DatabaseClosed)
  })

  test('closing does not wait for a program that reads for good', async () => {
    const file = join(await mkdtemp(join(folder, 'database-')), 'test.db')
    const engine = openSqlite(file)
    await sql`create table names (name text)`.execute(createDatabase(engine).query())
    const other = new DatabaseSync(file)
    other.exec('begin; select * from names')
    const from = performance.now()
    await engine.close()
    expect(performance.now() - from).toBeLessThan(5_000)
    other.close()
  })

  test('heavy queries over 300,000 rows do not hold the event loop for 20 ms', async () => {
    const database = createDatabase(await open())
    await sql`create table rows (id integer primary key, name text not null, size bigint not null)`.execute(
      database.query(),
    )
    await sql`insert into rows with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000)
      select i, 'file ' || (i * 7919 % 300007), i % 1000 from n`.execute(database.query())
    const reader = database.reader<{ rows: { id: number; name: string; size: number } }>()

    const sizes = (way: typeof reader) =>
      way
        .selectFrom('rows')
        .select(['size', (is) => is.fn.countAll<number>().as('count')])
        .groupBy('size')
        .execute()
    const longest = watchEventLoop()
    const page = await readPage(reader.selectFrom('rows').selectAll(), {
      sort: [
        { column: 'name', direction: 'desc' },
        { column: 'id', direction: 'asc' },
      ],
      cursor: undefined,
      limit: 50,
    })
    const groups = await sizes(reader)
    let scanned = 0
    for await (const row of reader.selectFrom('rows').selectAll().stream()) scanned += row.size > 0 ? 1 : 0
    const held = await longest()

    expect(page).toMatchObject({ total: 300_000, from: 1 })
    expect(groups).toHaveLength(1_000)
    expect(scanned).toBe(299_700)
    expect(held).toBeLessThan(20)
    // The same query on the event loop does block it, so the test above means something.
    const longestThere = watchEventLoop()
    await sizes(database.query())
    expect(await longestThere()).toBeGreaterThan(20)
  })
})
