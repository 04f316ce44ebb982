import { expect, test } from 'vitest'
import { note } from './notes.ts'
import type { OpenNotes } from './notes.ts'

export function testScans(openNotes: OpenNotes): void {
  test('a scan hands its rows out in chunks and may be left early', async () => {
    const { database, query, reader } = await openNotes()
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

  test('scans of which each waits for another one all come to their ends', async () => {
    const { database, reader, add } = await openNotes()
    await database.transaction(async () => {
      for (let size = 0; size < 1_200; size++) await add(note(String(size), size))
    })
    const scan = () => reader.selectFrom('notes').select('id').stream()
    const counts = Array.from({ length: 12 }, async () => {
      let count = 0
      for await (const { id } of scan()) {
        if (id === '7') for await (const inner of scan()) count += inner.id === '' ? 0 : 1
        count += 1
      }
      return count
    })
    expect(await Promise.all(counts)).toEqual(Array.from({ length: 12 }, () => 2_400))
  })

  test('the reader sees what was committed before, however many scans of earlier moments are under way', async () => {
    const { database, query, reader, add } = await openNotes()
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
}
