import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseConformance } from '../conformance.ts'
import { createDatabase } from '../database.ts'
import { dialect } from '../dialect.ts'
import { DatabaseClosed, type Engine } from '../engine.ts'
import { foldCase } from '../fold-case.ts'
import { openPostgres } from './engine.ts'
import {
  createTestDatabase,
  dropTestDatabase,
  skippedWithoutPostgres,
  testConnections,
  testPostgres,
} from '../testing/postgres-databases.ts'

const engines: Engine[] = []
const databaseName = (index: number) => `vermilion_test_engine_${process.pid}_${index}`

async function open(): Promise<Engine> {
  const name = databaseName(engines.length)
  await createTestDatabase(name)
  const engine = await openPostgres(testConnections(name))
  engines.push(engine)
  return engine
}

afterAll(async () => {
  for (const [index, engine] of engines.entries()) {
    await engine.close()
    await dropTestDatabase(databaseName(index))
  }
})

describe.skipIf(testPostgres === undefined)(
  `PostgreSQL under Database${testPostgres ? '' : skippedWithoutPostgres}`,
  () => {
    databaseConformance(open)

    test('letters are folded as JavaScript folds them, and texts sort by their characters', async () => {
      const database = createDatabase(await open())
      const letters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter(
        (letter) => letter !== '\0' && letter.isWellFormed(),
      )
      const { rows } = await sql<{ value: string; folded: string }>`
      select "value", ${dialect.folded('value')} as "folded" from ${dialect.texts(letters)} as "letters" order by "value"`.execute(
        database.reader(),
      )
      // An ICU that is older than Node's does not know the letters of Unicode 16 and 17.
      const differing = rows.filter(({ value, folded }) => folded !== foldCase(value))
      expect(differing.filter(({ value }) => !/[\u1C89\uA7CB-\uA7DC]/.test(value))).toEqual([])
      expect(rows.map(({ value }) => value)).toEqual(letters)
    })

    test('a file is found by every part of its name, whatever the case of its letters', async () => {
      const database = createDatabase(await open())
      const find = async (name: string, part: string) => {
        const pieces = sql`select 1 from (values (${name})) as "files" ("name")`
        const { rows } = await sql`with "files" ("number", "name") as (select 1, ${name} where exists (${pieces}))
        ${dialect.searchIndex('fileNames', [part])}`.execute(database.query())
        return rows.length === 1
      }
      for (const [name, part] of [
        ['ΟΔΟΣΑΣ.png', 'ΟΣΑ'],
        ['ΟΔΟΣ', 'δος'],
        ['aİb.png', 'aİb'],
        ['朱雀大街.jpg', '雀大'],
        ['朱雀', '朱'],
        ['Größe', 'RÖß'],
      ] as const)
        expect([name, await find(name, part)]).toEqual([name, true])
      expect(await find('朱雀大街.jpg', '大雀')).toBe(false)
    })

    test('a database that sorts texts otherwise, or that is not there, is refused in words', async () => {
      const name = databaseName(1_000)
      await createTestDatabase(name, 'template0', `encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`)
      await expect(openPostgres(testConnections(name))).rejects.toThrow('create database vermilion template template0')
      await dropTestDatabase(name)
      await expect(openPostgres(testConnections(name))).rejects.toThrow(`database ${name}: `)
    })

    test('a transaction that catches the failure of a statement does not pretend to have committed', async () => {
      const database = createDatabase(await open())
      await sql`create table "names" ("name" text primary key)`.execute(database.query())
      const add = () => sql`insert into "names" values ('one')`.execute(database.query())
      const catching = database.transaction(async () => {
        await add()
        await add().catch(() => undefined)
      })
      await expect(catching).rejects.toThrow('duplicate key')
      expect((await sql`select * from "names"`.execute(database.query())).rows).toEqual([])
    })

    test('closing ends a read that takes long, and a scan that nobody reads on', async () => {
      const name = databaseName(2_000)
      await createTestDatabase(name)
      const engine = await openPostgres(testConnections(name))
      const database = createDatabase(engine)
      const numbers = sql<{ n: number }>`(select n from generate_series(1, 5000) as n)`.as('numbers')
      const scan = database.reader().selectFrom(numbers).selectAll().stream()
      await scan.next()
      const sleeping = sql`select pg_sleep(60)`.execute(database.reader()).catch((error: unknown) => error)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await engine.close()
      expect(await sleeping).toBeInstanceOf(DatabaseClosed)
      await expect(sql`select 1`.execute(database.query())).rejects.toThrow(DatabaseClosed)
      await dropTestDatabase(name)
    })

    test('a transaction whose connection is lost fails, and the next one works', async () => {
      const database = createDatabase(await open())
      const losing = database.transaction(async () => {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.query())
      })
      await expect(losing).rejects.toThrow()
      expect((await sql`select 1 as "one"`.execute(database.query())).rows).toEqual([{ one: 1 }])
    })
  },
)
