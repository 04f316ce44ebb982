import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { dataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { openPostgres } from '#platform/database/postgres/engine'
import { testConnections } from '#platform/database/testing/postgres-databases'
import { createKillableServer } from '../testing/killable-server.ts'
import { changeSqlite } from './testing/change-sqlite.ts'
import { describeRowMoves, dumpOf, postgres, sqlite, startOn } from './testing/moved-rows.ts'

describeRowMoves('a copy of rows that cannot be', (moved) => {
  const { command } = moved
  const copyTo = (name: string, on?: Record<string, string>) =>
    command(['database', 'copy', '--to', postgres(name).VERMILION_DATABASE_URL], on)
  const refusal = (...parts: string[]) => ({
    status: expect.toBeOneOf([1, 2]) as unknown,
    output: expect.stringMatching(new RegExp(parts.join('.*'), 's')) as unknown,
  })
  async function createData(data = moved.data, on: Record<string, string> = sqlite) {
    await mkdir(data, { recursive: true })
    await (await startOn(data, on)).stop()
  }
  async function readPostgres<Row>(name: string, statement: string): Promise<Row[]> {
    const database = createDatabase(await openPostgres(testConnections(name)))
    const { rows } = await sql.raw<Row>(statement).execute(database.query())
    await database.close()
    return rows
  }
  const tablesOf = (name: string) => readPostgres(name, `select tablename from pg_tables where schemaname = 'public'`)

  test('targets that are not empty, sort otherwise, are away or let nobody in are refused in words, and nothing changes', async () => {
    await createData()
    const dump = dumpOf(moved.data)
    const used = await moved.createEmpty()
    await createData(join(moved.folder, 'other'), postgres(used))
    expect(await copyTo(used)).toMatchObject(refusal('tables already', 'drop schema'))
    const other = await moved.createEmpty(`encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`)
    expect(await copyTo(other)).toMatchObject(refusal(other, 'sorts texts by C.UTF-8', 'create database'))
    expect(await copyTo('vermilion_test_not_there')).toMatchObject(
      refusal('vermilion_test_not_there', 'does not exist'),
    )
    const to = (address: string) => command(['database', 'copy', '--to', address])
    expect(await to('postgres://ann@127.0.0.1:1/x')).toMatchObject(refusal('127.0.0.1, database x', 'ECONNREFUSED'))
    const nobody = new URL(postgres(used).VERMILION_DATABASE_URL)
    nobody.username = 'vermilion_test_nobody'
    nobody.password = 'a secret'
    const refused = await to(nobody.href)
    expect(refused).toMatchObject(refusal('vermilion_test_nobody'))
    expect(refused.output).not.toContain('a secret')
    expect(await to('postgres://db.example.com/x')).toMatchObject(refusal('--to: say how the connection is secured'))
    expect(await to('mysql://db/x')).toMatchObject(refusal('--to: needs postgres://'))
    expect(await to('sqlite')).toMatchObject(refusal('lie in the data folder already'))
    expect(dumpOf(moved.data)).toEqual(dump)
  })

  test('rows of a folder or a database that a server uses, or that are of another version, are not copied', async () => {
    const server = createKillableServer(moved.data, sqlite)
    await server.start()
    const target = await moved.createEmpty()
    expect(await copyTo(target)).toMatchObject(refusal('Another server \\(process \\d+\\)', 'stop it first'))
    await server.kill()
    changeSqlite(moved.data, `update "migrations" set "name" = '9999-of-tomorrow' where "position" = 1`)
    expect(await copyTo(target)).toMatchObject(refusal('newer version', '9999-of-tomorrow'))
    changeSqlite(moved.data, `delete from "migrations" where "name" = '9999-of-tomorrow'`)
    expect(await copyTo(target)).toMatchObject(refusal('older version: start the server once'))
    expect(await tablesOf(target)).toEqual([])

    const elsewhere = join(moved.folder, 'elsewhere')
    const source = await moved.createEmpty()
    const remote = createKillableServer(elsewhere, postgres(source))
    await remote.start()
    await cp(elsewhere, moved.data, { recursive: true, force: true })
    await rename(dataPaths(moved.data).database, join(moved.folder, 'old.db'))
    const toSqlite = () => command(['database', 'copy', '--to', 'sqlite'], postgres(source))
    expect(await toSqlite()).toMatchObject(refusal('A server uses the database \\(it is connected from ', 'stop it'))
    expect(existsSync(dataPaths(moved.data).database)).toBe(false)
    await remote.kill()
    await writeFile(dataPaths(moved.data).database, '')
    expect(await toSqlite()).toMatchObject(refusal('vermilion.db is there', 'move it away'))
    await rename(dataPaths(moved.data).database, join(moved.folder, 'empty.db'))
    expect(await toSqlite()).toMatchObject({ status: 0 })
  })

  test('tables that this version has none of, and values of another type, are named', async () => {
    await createData()
    const target = await moved.createEmpty()
    changeSqlite(moved.data, `update "migrations" set "position" = 1.5 where "position" = 1`)
    expect(await copyTo(target)).toMatchObject(refusal('migrations: invalid input syntax for type bigint: "1.5"'))
    changeSqlite(moved.data, `update "migrations" set "position" = 1 where "position" = 1.5`)
    changeSqlite(moved.data, `create table "oddities" ("one" text)`)
    expect(await copyTo(target)).toMatchObject(refusal('not those of this version: oddities.one'))
    expect(await tablesOf(target)).toEqual([])
  })

  test('killed in the middle, a copy has left nothing, and begins again', async () => {
    await createData()
    changeSqlite(moved.data, manyRows)
    const dump = dumpOf(moved.data)
    const target = await moved.createEmpty()
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const start = (to: string, on: Record<string, string>) =>
      spawn(process.execPath, [main, 'database', 'copy', '--to', to], {
        env: { ...process.env, VERMILION_DATA: moved.data, ...on },
      })
    const observer = new Client(postgres(target).VERMILION_DATABASE_URL)
    await observer.connect()
    const untilWriting = async (copy: ChildProcess) => {
      for (;;) {
        const { rowCount } = await observer.query(`select 1 from pg_stat_activity where datname = current_database()
          and application_name like 'vermilion database%' and query like 'insert into "auditEntries"%'`)
        if (rowCount !== 0) return
        if (copy.exitCode !== null) throw new Error('the copy was over too soon')
      }
    }
    for (const signal of ['SIGKILL', 'SIGKILL', 'SIGINT'] as const) {
      const copy = start(postgres(target).VERMILION_DATABASE_URL, sqlite)
      await untilWriting(copy)
      copy.kill(signal)
      await expect.poll(() => copy.exitCode ?? copy.signalCode).not.toBe(null)
      expect(await tablesOf(target)).toEqual([])
      expect(dumpOf(moved.data)).toEqual(dump)
    }
    await observer.end()
    expect(await copyTo(target)).toMatchObject({ status: 0 })

    await rename(dataPaths(moved.data).database, join(moved.folder, 'old.db'))
    const drafts = async () => (await readdir(moved.data)).filter((name) => name.startsWith('vermilion.db'))
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const startedAt = Date.now()
      const copy = start('sqlite', postgres(target))
      // A draft that an earlier copy has left is replaced.
      const log = () => statSync(`${dataPaths(moved.data).database}.incomplete-wal`, { throwIfNoEntry: false })
      await expect.poll(() => log()?.birthtimeMs, { interval: 5 }).toBeGreaterThan(startedAt)
      await expect.poll(() => log()?.size, { interval: 5 }).toBeGreaterThan(200_000)
      copy.kill(signal)
      await expect.poll(() => copy.exitCode ?? copy.signalCode).not.toBe(null)
      expect(existsSync(dataPaths(moved.data).database)).toBe(false)
      if (signal === 'SIGINT') expect(await drafts()).toEqual([])
    }
    expect(await command(['database', 'copy', '--to', 'sqlite'], postgres(target))).toMatchObject({ status: 0 })
    expect(await drafts()).toEqual(['vermilion.db'])
    expect(dumpOf(moved.data)).toEqual(dump)
  })
})

const manyRows = `insert into "auditEntries" ("id", "createdAt", "address", "action", "resource", "objects", "requestId")
  with recursive "numbers" ("n") as (select 1 union all select "n" + 1 from "numbers" where "n" < 30000)
  select 'row ' || "n", '2026-01-01', '', 'made', 'rows', '[]', hex(randomblob(200)) from "numbers"`
