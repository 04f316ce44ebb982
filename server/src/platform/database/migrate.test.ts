import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { createDatabase } from './database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Migration, Migrations } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

interface Tables {
  notes: { text: string; length?: number }
}

let folder = ''
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-migrate-'))
  database = createDatabase(openSqlite(join(folder, 'test.db')))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const backup = (name: string) => database.backup(join(folder, 'backups', `${name}.db`))
const forward = (migrations: Migrations) => migrate({ database, migrations, clock: systemClock, backup })

const notes: Migration = {
  up: (schema) => schema.createTable('notes').addColumn('text', 'text').execute(),
}
const lengths: Migration = {
  async up(schema, within) {
    await schema.alterTable('notes').addColumn('length', 'bigint').execute()
    const query = within.query<Tables>()
    for (const { text } of await query.selectFrom('notes').select('text').execute())
      await query.updateTable('notes').set({ length: text.length }).where('text', '=', text).execute()
  },
}
const broken: Migration = { up: () => Promise.reject(new Error('the step is broken')) }

test('steps are applied once and in order, with a backup of what there was before', async () => {
  expect(await forward({ '0001-notes': notes })).toEqual(['0001-notes'])
  expect(await readdir(folder)).not.toContain('backups')
  await database.query<Tables>().insertInto('notes').values({ text: 'four' }).execute()
  expect(await forward({ '0001-notes': notes, '0002-lengths': lengths })).toEqual(['0002-lengths'])
  expect(await forward({ '0001-notes': notes, '0002-lengths': lengths })).toEqual([])
  const rows = await database.query<Tables>().selectFrom('notes').selectAll().execute()
  expect(rows).toMatchObject([{ text: 'four', length: 4 }])

  const [name = ''] = await readdir(join(folder, 'backups'))
  expect(name).toMatch(/^\d{4}-.*-before-0002-lengths\.db$/)
  const old = createDatabase(openSqlite(join(folder, 'backups', name)))
  const previous = await old.query<Tables>().selectFrom('notes').selectAll().execute()
  await old.close()
  expect(previous.map((row) => ({ ...row }))).toEqual([{ text: 'four' }])
})

test('a step that fails takes those before it back', async () => {
  await forward({ '0001-notes': notes })
  const steps = { '0001-notes': notes, '0002-lengths': lengths, '0003-broken': broken }
  await expect(forward(steps)).rejects.toThrow('the step is broken')
  const tables = await database.query().introspection.getTables()
  expect(tables.find((table) => table.name === 'notes')?.columns.map((column) => column.name)).toEqual(['text'])
})

test('a step stands for former ones: a folder that took the last of them goes on, one that lacks it is refused', async () => {
  const standIn: Migration = { ...notes, replaces: '0002-lengths' }
  await forward({ '0001-notes': notes, '0002-lengths': lengths })
  await database.query<Tables>().insertInto('notes').values({ text: 'kept', length: 4 }).execute()
  const later: Migration = { up: (schema) => schema.createTable('later').addColumn('id', 'text').execute() }
  expect(await forward({ '0001-start': standIn, '0002-later': later })).toEqual(['0002-later'])
  expect(await forward({ '0001-start': standIn, '0002-later': later })).toEqual([])
  const rows = await database.query<Tables>().selectFrom('notes').selectAll().execute()
  expect(rows).toMatchObject([{ text: 'kept', length: 4 }])
  const refused = forward({ '0001-start': { ...notes, replaces: '0009-other' } })
  await expect(refused).rejects.toThrow('newer version of this program (its step 0002-later')
})

test('a folder that lacks the last of the former steps is too old, and stays as it was', async () => {
  await forward({ '0001-notes': notes })
  const standIn: Migration = { ...notes, replaces: '0002-lengths' }
  await expect(forward({ '0001-start': standIn })).rejects.toThrow(
    'too old for this program (its last step is 0001-notes; 0002-lengths is needed)',
  )
  expect(await forward({ '0001-notes': notes })).toEqual([])
})

test('a folder with a step that the program does not know is of a newer version', async () => {
  await forward({ '0001-notes': notes, '0002-lengths': lengths })
  await expect(forward({ '0001-notes': notes })).rejects.toThrow('newer version of this program (its step 0002-lengths')
})
