import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { flag, readJson, writeJson } from './columns.ts'
import type { Flag, JsonText } from './columns.ts'
import { createDatabase } from './database.ts'
import type { Database } from './database.ts'
import type { Engine } from './engine.ts'

interface Tables {
  notes: {
    id: string
    size: number
    weight: number
    pinned: Flag
    content: JsonText<{ words: string[]; nothing: null }>
    parentId: string | null
  }
}

const note = (id: string, size = 0): Tables['notes'] => {
  const content = writeJson({ words: ['朱雀'], nothing: null })
  return { id, size, weight: 0.1, pinned: flag(true), content, parentId: null }
}

async function createNotes(database: Database): Promise<void> {
  await database
    .query<Tables>()
    .schema.createTable('notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('weight', 'double precision', (column) => column.notNull())
    .addColumn('pinned', 'bigint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('parentId', 'text', (column) => column.references('notes.id').onDelete('cascade'))
    .execute()
}

/** What every engine must do under `Database`. `open` gives an empty one. */
// oxlint-disable-next-line max-lines-per-function -- a suite: one test after another
export function databaseConformance(open: () => Promise<Engine>): void {
  async function prepare() {
    const database = createDatabase(await open())
    await createNotes(database)
    const query = database.query<Tables>()
    const reader = database.reader<Tables>()
    const add = (row: Tables['notes']) => query.insertInto('notes').values(row).execute()
    const ids = async () =>
      (await query.selectFrom('notes').select('id').orderBy('id').execute()).map((row) => row.id).join('')
    return { database, query, reader, add, ids }
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

  test('every column type comes back as it went, also through the reader', async () => {
    const { query, reader, add } = await prepare()
    const row = { ...note('a', Number.MAX_SAFE_INTEGER), weight: 1 / 3 }
    await add(row)
    for (const way of [query, reader]) {
      const match = await way.selectFrom('notes').selectAll().executeTakeFirstOrThrow()
      expect({ ...match }).toEqual(row)
      expect(readJson(match.content)).toEqual({ words: ['朱雀'], nothing: null })
    }
  })

  test('a transaction commits whole, and the reader sees it from then on', async () => {
    const { database, reader, add } = await prepare()
    const observe = () => reader.selectFrom('notes').select('id').execute()
    await database.transaction(async () => {
      await add(note('a'))
      expect(await observe()).toHaveLength(1)
      await pause()
      await add(note('b'))
    })
    expect(await observe()).toHaveLength(2)
  })

  test('what a transaction has not committed is seen by nobody else', async () => {
    const { database, query, reader, add } = await prepare()
    const inside = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const writing = database.transaction(async () => {
      await add(note('a'))
      inside.resolve()
      await release.promise
    })
    await inside.promise
    expect(await query.selectFrom('notes').selectAll().execute()).toEqual([])
    expect(await reader.selectFrom('notes').selectAll().execute()).toEqual([])
    release.resolve()
    await writing
    expect(await query.selectFrom('notes').selectAll().execute()).toHaveLength(1)
  })

  test('a transaction that throws leaves nothing, and the next one works', async () => {
    const { database, add, ids } = await prepare()
    const failing = database.transaction(async () => {
      await add(note('a'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await database.transaction(() => add(note('b')))
    expect(await ids()).toBe('b')
  })

  test('an inner transaction joins the outer one, and dooms it when it throws', async () => {
    const { database, add, ids } = await prepare()
    const failing = database.transaction(async () => {
      await database.transaction(() => add(note('a')))
      throw new Error('outer')
    })
    await expect(failing).rejects.toThrow('outer')
    const swallowing = database.transaction(async () => {
      await add(note('b'))
      await database.transaction(() => Promise.reject(new Error('inner'))).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('inner')
    expect(await ids()).toBe('')
  })

  test('transactions at once take turns, none loses an update', async () => {
    const { database, query, add } = await prepare()
    await add(note('a'))
    const increment = () =>
      database.transaction(async () => {
        const { size } = await query.selectFrom('notes').select('size').executeTakeFirstOrThrow()
        await pause()
        await query
          .updateTable('notes')
          .set({ size: size + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    expect((await query.selectFrom('notes').select('size').executeTakeFirstOrThrow()).size).toBe(20)
  })

  test('a change that waits for a transaction to end does not hold it up', async () => {
    const { database, add, ids } = await prepare()
    const began = Promise.withResolvers<void>()
    const request = Promise.withResolvers<void>()
    const transaction = database.transaction(async () => {
      began.resolve()
      await request.promise
      await add(note('a'))
    })
    await began.promise
    const alone = add(note('b'))
    await pause()
    request.resolve()
    await Promise.all([transaction, alone])
    expect(await ids()).toBe('ab')
  })

  test('work left behind by a transaction is not in it any more', async () => {
    const { database, add, ids } = await prepare()
    let left: Promise<unknown> = Promise.resolve()
    const failing = database.transaction(async () => {
      left = pause().then(() => add(note('a')))
      throw new Error('outer')
    })
    await expect(failing).rejects.toThrow('outer')
    await left
    expect(await ids()).toBe('a')
  })

  test('what waits for a commit happens after it, and never without', async () => {
    const { database, add, ids } = await prepare()
    const done: string[] = []
    database.afterCommit(() => done.push('at once'))
    await database.transaction(async () => {
      await database.transaction(async () => database.afterCommit(() => done.push('committed')))
      await add(note('a'))
      expect(done).toEqual(['at once'])
    })
    await database
      .transaction(async () => {
        database.afterCommit(() => done.push('rolled back'))
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(done).toEqual(['at once', 'committed'])
    expect(await ids()).toBe('a')
  })

  test('a unique row that exists is told from other failures, and an upsert replaces it', async () => {
    const { database, query, add } = await prepare()
    await add(note('a', 1))
    const twice = await add(note('a')).then(undefined, (error: unknown) => error)
    expect(database.isDuplicate(twice)).toBe(true)
    const orphan = await add({ ...note('b'), parentId: 'nobody' }).then(undefined, (error: unknown) => error)
    expect(orphan).toBeInstanceOf(Error)
    expect(database.isDuplicate(orphan)).toBe(false)
    await query
      .insertInto('notes')
      .values(note('a', 2))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ size: 2 }))
      .execute()
    expect(await query.selectFrom('notes').select('size').execute()).toMatchObject([{ size: 2 }])
  })

  test('changes answer how many rows they touched, and rows where asked for', async () => {
    const { query, add } = await prepare()
    await add(note('a'))
    await add({ ...note('b'), parentId: 'a' })
    const updated = await query.updateTable('notes').set({ size: 5 }).executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(2n)
    const [row] = await query.deleteFrom('notes').where('id', '=', 'a').returning('size').execute()
    expect(row?.size).toBe(5)
    expect(await query.selectFrom('notes').selectAll().execute()).toEqual([])
  })

  test('a scan hands its rows out in chunks and may be left early', async () => {
    const { database, query, reader } = await prepare()
    const rows = Array.from({ length: 2_500 }, (_, index) => note(String(index), index))
    await database.transaction(async () => {
      for (let from = 0; from < rows.length; from += 500)
        await query
          .insertInto('notes')
          .values(rows.slice(from, from + 500))
          .execute()
    })
    let count = 0
    for await (const row of reader.selectFrom('notes').select('size').orderBy('size').stream()) {
      expect(row.size).toBe(count)
      if (++count === 1_500) break
    }
    expect(await reader.selectFrom('notes').selectAll().execute()).toHaveLength(2_500)
  })

  test('the reader sees what was committed before, however many scans of earlier moments are under way', async () => {
    const { database, query, reader, add } = await prepare()
    await database.transaction(async () => {
      for (let size = 0; size < 2_500; size++) await add(note(String(size), size))
    })
    const count = async () => (await reader.selectFrom('notes').select('id').execute()).length
    const scans = Array.from({ length: 5 }, () => reader.selectFrom('notes').select('id').stream())
    for (const [index, scan] of scans.entries()) {
      await scan.next()
      await add(note(`later ${index}`))
      expect(await count()).toBe(2_501 + index)
    }
    await query.deleteFrom('notes').where('size', '=', 7).execute()
    for (const [index, scan] of scans.entries()) {
      const left: string[] = []
      for await (const { id } of scan) left.push(id)
      expect(left).toHaveLength(2_499 + index)
    }
    expect(await count()).toBe(2_504)
  })

  test('a statement that is wrong names itself, on the reader too', async () => {
    const { query, reader } = await prepare()
    await expect(sql`select nothing`.execute(query)).rejects.toThrow('nothing')
    await expect(sql`select nothing`.execute(reader)).rejects.toThrow('nothing')
  })
}
