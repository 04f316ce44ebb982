import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readJson } from '../columns.ts'
import { updateRows } from '../update-rows.ts'
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

  test('rows get values of their own together, and keep those that are not told', async () => {
    const { query, add } = await openNotes()
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) await add({ ...note(id, index), parentId: 'a' })
    const changes = [
      { id: 'a', size: 5, parentId: null },
      { id: 'b', size: Number.MAX_SAFE_INTEGER, parentId: 'c' },
      { id: 'c', content: '{"朱雀": "\\u0000 \\"\'"}', size: undefined },
      { id: 'nobody', content: '' },
    ]
    await updateRows(query, 'notes', changes, { keys: ['id'], numbers: ['size'] })
    await updateRows(query, 'notes', [{ id: 'd', size: 3, content: 'd' }], { keys: ['id', 'size'], numbers: ['size'] })
    await updateRows(query, 'notes', [{ id: 'd', size: 4, content: 'e' }], { keys: ['id', 'size'], numbers: ['size'] })
    const rows = await query.selectFrom('notes').select(['id', 'size', 'parentId', 'content']).orderBy('id').execute()
    const { content } = note('a')
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: 'a', size: 5, parentId: null, content },
      { id: 'b', size: Number.MAX_SAFE_INTEGER, parentId: 'c', content },
      { id: 'c', size: 2, parentId: 'a', content: changes[2]?.content },
      { id: 'd', size: 3, parentId: 'a', content: 'd' },
    ])
  })

  test('a statement that is wrong names itself, on the reader too', async () => {
    const { query, reader } = await openNotes()
    await expect(sql`select nothing`.execute(query)).rejects.toThrow('nothing')
    await expect(sql`select nothing`.execute(reader)).rejects.toThrow('nothing')
  })
}
