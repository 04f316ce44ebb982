import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readJson } from '../columns.ts'
import { note } from './notes.ts'
import type { OpenNotes } from './notes.ts'

export function testRows(openNotes: OpenNotes): void {
  test('every column type comes back as it went, also through the reader', async () => {
    const { query, reader, add } = await openNotes()
    const row = { ...note('a', Number.MAX_SAFE_INTEGER), weight: 1 / 3 }
    await add(row)
    for (const way of [query, reader]) {
      const match = await way.selectFrom('notes').selectAll().executeTakeFirstOrThrow()
      expect({ ...match }).toEqual(row)
      expect(readJson(match.content)).toEqual({ words: ['朱雀'], nothing: null })
    }
  })

  test('a unique row that exists is told from other failures, and an upsert replaces it', async () => {
    const { database, query, add } = await openNotes()
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
    const { query, add } = await openNotes()
    await add(note('a'))
    await add({ ...note('b'), parentId: 'a' })
    const updated = await query.updateTable('notes').set({ size: 5 }).executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(2n)
    const [row] = await query.deleteFrom('notes').where('id', '=', 'a').returning('size').execute()
    expect(row?.size).toBe(5)
    expect(await query.selectFrom('notes').selectAll().execute()).toEqual([])
  })

  test('a statement that is wrong names itself, on the reader too', async () => {
    const { query, reader } = await openNotes()
    await expect(sql`select nothing`.execute(query)).rejects.toThrow('nothing')
    await expect(sql`select nothing`.execute(reader)).rejects.toThrow('nothing')
  })
}
