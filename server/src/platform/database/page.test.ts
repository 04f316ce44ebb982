import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@vermilion/contract/kernel/page'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from './database.ts'
import type { Database } from './database.ts'
import { readPage } from './page.ts'
import type { SortColumn } from './page.ts'
import { openSqlite } from './sqlite.ts'

interface Row {
  id: string
  size: number
  createdAt: string
}
interface Tables {
  files: Row
}

let folder = ''
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-page-'))
  database = createDatabase(openSqlite(join(folder, 'test.db')))
  await database
    .query<Tables>()
    .schema.createTable('files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const orders: readonly (readonly SortColumn[])[] = [
  [{ column: 'id', direction: 'desc' }],
  [
    { column: 'files.size', direction: 'asc' },
    { column: 'files.id', direction: 'asc' },
  ],
  [
    { column: 'createdAt', direction: 'desc' },
    { column: 'size', direction: 'asc' },
    { column: 'id', direction: 'desc' },
  ],
]

const read = (sort: readonly SortColumn[], limit: number, cursor?: string | null) =>
  readPage(database.reader<Tables>().selectFrom('files').selectAll('files'), {
    sort,
    limit,
    cursor: cursor ?? undefined,
  })

async function fill(rows: readonly Row[]): Promise<void> {
  await database.transaction(async () => {
    await database.query<Tables>().deleteFrom('files').execute()
    if (rows.length > 0)
      await database
        .query<Tables>()
        .insertInto('files')
        .values([...rows])
        .execute()
  })
}

const files = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    size: fc.integer({ min: 0, max: 3 }),
    createdAt: fc.constantFrom('2026-01-01', '2026-01-02'),
  }),
  { selector: (row) => row.id, maxLength: 25 },
)

test('leafing to the end and back meets every row once, in order, with its position', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.constantFrom(...orders), fc.integer({ min: 1, max: 7 }), async (rows, sort, limit) => {
      await fill(rows)
      const forth: Page<Row>[] = [await read(sort, limit)]
      for (let next = forth[0]?.nextCursor; next; next = forth.at(-1)?.nextCursor ?? null)
        forth.push(await read(sort, limit, next))

      const met = forth.flatMap((page) => page.items)
      const [full] = [await read(sort, 500)]
      expect(met).toEqual(full.items)
      expect(new Set(met.map((row) => row.id)).size).toBe(rows.length)
      expect(forth.map((page) => page.from)).toEqual(
        rows.length === 0 ? [0] : forth.map((_, index) => index * limit + 1),
      )
      expect(forth.every((page) => page.total === rows.length)).toBe(true)
      expect(forth[0]?.previousCursor).toBeNull()

      let page = forth.at(-1)
      for (let index = forth.length - 2; index >= 0; index--) {
        page = await read(sort, limit, page?.previousCursor)
        expect(page).toEqual(forth[index])
      }
    }),
    { numRuns: 40 },
  )
})

test('rows that come and go while leafing neither repeat nor hide the others', async () => {
  const row = (id: string): Row => ({ id, size: 0, createdAt: '2026-01-01' })
  const sort = [{ column: 'id', direction: 'asc' }] as const
  await fill(['b', 'd', 'f', 'h'].map(row))
  const first = await read(sort, 2)
  await fill(['a', 'd', 'e', 'f', 'h'].map(row))
  const second = await read(sort, 2, first.nextCursor)
  expect(second).toMatchObject({ from: 3, total: 5 })
  expect(second.items.map(({ id }) => id)).toEqual(['e', 'f'])
})

test('a cursor of another order, or none at all, is refused', async () => {
  await fill(['a', 'b'].map((id) => ({ id, size: 0, createdAt: '2026-01-01' })))
  const { nextCursor } = await read(orders[0] ?? [], 1)
  await expect(read(orders[1] ?? [], 1, nextCursor)).rejects.toMatchObject({ reason: 'request.invalid' })
  await expect(read(orders[0] ?? [], 1, 'nonsense')).rejects.toMatchObject({ reason: 'request.invalid' })
})
