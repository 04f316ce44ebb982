import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { expect, test } from 'vitest'
import { flagWhen } from '../columns.ts'
import { dialect } from '../dialect.ts'
import { contains, includes } from '../match.ts'
import { note } from './notes.ts'
import type { OpenNotes } from './notes.ts'

const json = (value: unknown) => sql`cast(${JSON.stringify(value)} as text)`

export function testDialect(openNotes: OpenNotes): void {
  async function valueOf(expression: Expression<unknown>): Promise<unknown> {
    const { reader } = await openNotes()
    const { rows } = await sql<{ value: unknown }>`select ${expression} as "value"`.execute(reader)
    return rows[0]?.value
  }
  const isTrue = async (condition: Parameters<typeof flagWhen>[0]) => (await valueOf(flagWhen(condition))) === 1

  test('lists of texts and numbers are one parameter each', async () => {
    const { query, add, ids } = await openNotes()
    for (const id of ['a', 'b', 'c']) await add(note(id, id.charCodeAt(0)))
    const named = query
      .selectFrom('notes')
      .select('id')
      .where('id', 'in', dialect.texts(['a', 'c', 'x']))
    expect(named.compile().parameters).toEqual(['["a","c","x"]'])
    expect(await named.orderBy('id').execute()).toMatchObject([{ id: 'a' }, { id: 'c' }])
    await query.deleteFrom('notes').where('size', 'in', dialect.numbers('[97,98]')).execute()
    expect(await ids()).toBe('c')
    const { rows } = await sql`select "value" from ${dialect.numbers([3, 1])} as "listed" order by "value"`.execute(
      query,
    )
    expect(rows).toMatchObject([{ value: 1 }, { value: 3 }])
  })

  test('JSON is read by its members and elements', async () => {
    const item = { name: 'nine', size: 9.5, isOn: true, isOff: false, parts: [{ id: 'x' }] }
    expect(await valueOf(dialect.textAt(json(item), 'name'))).toBe('nine')
    expect(await valueOf(dialect.numberAt(json(item), 'size'))).toBe(9.5)
    expect(await valueOf(dialect.numberAt(json(item), 'missing'))).toBe(null)
    expect(await isTrue(dialect.isTrueAt(json(item), 'isOn'))).toBe(true)
    expect(await isTrue(dialect.isTrueAt(json(item), 'isOff'))).toBe(false)
    const sizeOf = (text: Expression<unknown>) =>
      valueOf(dialect.whenJson(text, (valid) => dialect.numberAt(valid, 'size')))
    expect([await sizeOf(json(item)), await sizeOf(sql`cast(${'{'} as text)`)]).toEqual([9.5, null])
    const { reader } = await openNotes()
    const parts = sql`select "key", ${dialect.textAt('part.value', 'id')} as "id"
      from ${dialect.elements(dialect.jsonAt(json(item), 'parts'))} as "part"`
    expect((await parts.execute(reader)).rows).toMatchObject([{ key: 0, id: 'x' }])
    const members = sql`select "key", "value" from ${dialect.members(json({ one: 'a', two: 'b' }))} as "member"`
    expect((await members.execute(reader)).rows).toMatchObject([
      { key: 'one', value: 'a' },
      { key: 'two', value: 'b' },
    ])
  })

  test('rows are joined into one text', async () => {
    const { reader, add } = await openNotes()
    const joined = () =>
      reader
        .selectFrom('notes')
        .select([dialect.rowsAsJson(['id', 'size']).as('rows'), dialect.joined('size').as('sizes')])
    expect(await joined().executeTakeFirst()).toMatchObject({ rows: null, sizes: null })
    await add(note('a', 1))
    await add(note('b', 2))
    expect(await joined().executeTakeFirst()).toMatchObject({ rows: '[["a",1],["b",2]]', sizes: '1,2' })
  })

  test('texts are searched without case, also beyond ASCII, and what is searched is no pattern', async () => {
    const text = sql`cast(${'Größe_100% ÄB'} as text)`
    expect(await isTrue(contains(text, 'GRÖ'))).toBe(true)
    expect(await isTrue(contains(text, '_100%'))).toBe(true)
    expect(await isTrue(contains(text, '%ä'))).toBe(false)
    expect(await isTrue(includes(text, 'größe'))).toBe(false)
    expect(await valueOf(dialect.position(text, 'ö'))).toBe(3)
    const characters = (part: string) => Array.from(part, (character) => ({ character }))
    const fits = (...parts: Parameters<typeof dialect.fits>[1]) => isTrue(dialect.fits(text, parts))
    expect(await fits(...characters('grÖSSE'))).toBe(false)
    expect(await fits(...characters('grÖ'), { any: true }, ...characters('äb'))).toBe(true)
    expect(await fits({ any: true }, ...characters('100%'), { one: true }, { any: true })).toBe(true)
    expect(await fits({ any: true }, ...characters('1%'), { any: true })).toBe(false)
  })

  test('rows have numbers in the order in which they were added, and times have seconds', async () => {
    const { query, add } = await openNotes()
    for (const id of ['c', 'a', 'b']) await add({ ...note(id), parentId: null })
    const rows = await query.selectFrom('notes').select('id').orderBy(dialect.rowNumber('notes'), 'desc').execute()
    expect(rows.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    await query.updateTable('notes').set({ id: '1970-01-01T00:01:05.000Z' }).where('id', '=', 'a').execute()
    const times = query.selectFrom('notes').select(dialect.seconds('id').as('seconds')).where('id', 'like', '1970%')
    expect(await times.execute()).toMatchObject([{ seconds: 65 }])
  })
}
