import { fileFilter } from '@vermilion/contract/files'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileRow } from '../store.ts'
import { drawnFile, drawnFilter, drawnSort, expected, paths } from '../testing/lists-by-hand.ts'
import { openListings } from '../testing/listings.ts'
import type { Listings } from '../testing/listings.ts'

let listings: Listings
beforeAll(async () => {
  listings = await openListings()
})
afterAll(() => listings.close())

test(
  'R3.07 R2.38 pages by position and by cursor are those of a list made by hand, for every filter and sort',
  { timeout: 300_000 },
  async () => {
    const requests = fc.record({
      filter: drawnFilter,
      sort: drawnSort,
      limit: fc.integer({ min: 1, max: 7 }),
      offset: fc.nat(30),
    })
    const files = fc.uniqueArray(drawnFile, { maxLength: 45, selector: ({ path }) => path })
    await fc.assert(
      fc.asyncProperty(files, fc.array(requests, { minLength: 5, maxLength: 12 }), async (drawn, lists) => {
        const { spaceId, listing, rows, add } = await listings.addSpace()
        for (const file of drawn) await add(file)
        for (const { filter, sort, limit, offset } of [...lists, ...lists]) {
          const all = expected(rows.values(), filter, sort)
          const at = await listing.page(spaceId, filter, { sort, limit, offset })
          expect(paths(at.items)).toEqual(paths(all.slice(offset, offset + limit)))
          expect(at.from).toBe(offset < all.length ? offset + 1 : 0)
          expect(at.nextCursor === null).toBe(offset + limit >= all.length)
          expect([null, all.length]).toContain(at.total)

          const bytes = all.reduce((sum, { size }) => sum + size, 0)
          expect(await listing.count(spaceId, filter)).toEqual({ files: all.length, bytes })

          const forth = [await listing.page(spaceId, filter, { sort, limit })]
          for (let next = forth[0]?.nextCursor; next !== null; next = forth.at(-1)?.nextCursor ?? null) {
            forth.push(await listing.page(spaceId, filter, { sort, limit, cursor: next }))
          }
          expect(paths(forth.flatMap(({ items }) => items))).toEqual(paths(all))
          for (let last = forth.length - 1; last > 0; last--) {
            const back = await listing.page(spaceId, filter, { sort, limit, cursor: forth[last]?.previousCursor ?? '' })
            expect(back).toEqual(forth[last - 1])
          }
        }
      }),
      { numRuns: 30, endOnFailure: true },
    )
  },
)

test('R3.07 R3.10 files between two scores and files of a generation, of a space or of a folder, are those of a list made by hand', async () => {
  const files = fc.uniqueArray(drawnFile, { minLength: 20, maxLength: 45, selector: ({ path }) => path })
  const requests = fc.record({
    generation: fc.constantFrom(undefined, 0, 1),
    range: fc.constantFrom({}, { minimumScore: 0 }, { minimumScore: 0.25, maximumScore: 0.5 }, { maximumScore: 0.5 }),
    place: fc.constantFrom({ recursive: true }, { folder: 'a', recursive: true }, {}),
    sort: drawnSort,
    limit: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(files, fc.array(requests, { minLength: 6, maxLength: 10 }), async (drawn, lists) => {
      const { spaceId, listing, rows, add } = await listings.addSpace()
      for (const file of drawn) await add(file)
      const made = await listings.addGenerations(spaceId, rows.values())
      for (const { generation, range, place, sort, limit } of lists) {
        const generationId = generation === undefined ? undefined : [...made.keys()][generation]
        const filter = fileFilter.parse({ ...place, ...range, generationId })
        const own = generationId === undefined ? undefined : made.get(generationId)
        const all = expected(rows.values(), filter, sort).filter(({ path }) => own?.has(path) ?? true)
        for (let offset = all.length; offset >= 0; offset -= 1) {
          const { items } = await listing.page(spaceId, filter, { sort, limit, offset })
          expect(paths(items)).toEqual(paths(all.slice(offset, offset + limit)))
        }
        const turned: FileRow[] = []
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await listing.page(spaceId, filter, { sort, limit, ...(cursor && { cursor }) })
          turned.push(...page.items)
          cursor = page.nextCursor
        }
        expect(paths(turned)).toEqual(paths(all))
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

test('R3.07 files that come or go between pages neither repeat nor skip the others', async () => {
  const files = fc.uniqueArray(drawnFile, { minLength: 10, maxLength: 40, selector: ({ path }) => path })
  const narrow = fc.constantFrom({}, { search: 'jpg' }, { search: '地板' }, { kind: 'image' as const })
  await fc.assert(
    fc.asyncProperty(
      files,
      drawnSort,
      narrow,
      fc.integer({ min: 1, max: 5 }),
      async (drawn, sort, narrowing, limit) => {
        const { spaceId, listing, rows, add, remove } = await listings.addSpace()
        const half = Math.ceil(drawn.length / 2)
        for (const file of drawn.slice(0, half)) await add(file)
        const later = drawn.slice(half)
        const filter = fileFilter.parse({ recursive: true, ...narrowing })
        const stayed = new Set(paths(expected(rows.values(), filter, sort)))
        const visited: string[] = []
        let cursor: string | null | undefined
        for (let round = 0; cursor !== null; round++) {
          const page = await listing.page(spaceId, filter, { sort, limit, ...(cursor === undefined ? {} : { cursor }) })
          visited.push(...paths(page.items))
          cursor = page.nextCursor
          const file = later.pop()
          if (file !== undefined) await add(file)
          const going = round % 2 === 0 ? [...rows.keys()][round * 3] : undefined
          if (going === undefined) continue
          await remove(going)
          stayed.delete(going)
          const now = expected(rows.values(), filter, sort)
          const counted = await listing.page(spaceId, filter, { sort, limit, offset: 4 })
          expect(paths(counted.items)).toEqual(paths(now.slice(4, 4 + limit)))
        }
        expect(new Set(visited).size).toBe(visited.length)
        expect([...stayed].filter((path) => !visited.includes(path))).toEqual([])
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
})

test('R3.07 a page begins where the last one ended, also where its last file has changed since', async () => {
  const files = fc.uniqueArray(drawnFile, { minLength: 10, maxLength: 40, selector: ({ path }) => path })
  const narrow = fc.constantFrom({ search: 'jpg' }, { search: '地板' }, { kind: 'image' as const }, { minimumWidth: 1 })
  const requests = fc.record({ narrowing: narrow, limit: fc.integer({ min: 1, max: 5 }), size: fc.nat(600) })
  await fc.assert(
    fc.asyncProperty(files, fc.array(requests, { minLength: 8, maxLength: 8 }), async (drawn, searches) => {
      const { spaceId, listing, rows, add } = await listings.addSpace()
      for (const file of drawn) await add(file)
      for (const { narrowing, limit, size } of searches) {
        const filter = fileFilter.parse({ recursive: true, ...narrowing })
        const ask = (cursor?: string) =>
          listing.page(spaceId, filter, { sort: 'size', limit, ...(cursor && { cursor }) })
        const { items, nextCursor } = await ask()
        const last = items.at(-1)
        if (last === undefined || nextCursor === null) continue
        rows.set(last.path, { ...last, size })
        const query = listings.database.query<{ files: FileRow }>()
        await query.updateTable('files').set({ size }).where('id', '=', last.id).execute()
        const after = expected(rows.values(), filter, 'size').filter(
          (row) => row.size > last.size || (row.size === last.size && row.number > last.number),
        )
        for (let next = (await ask()).nextCursor; next !== null;) next = (await ask(next)).nextCursor
        for (let round = 0; round < 2; round++) {
          expect(paths((await ask(nextCursor)).items)).toEqual(paths(after.slice(0, limit)))
        }
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

test('R3.07 spaces that are listed in turn have each its own files', async () => {
  const listing = listings.createListing()
  const requests = fc.record({ filter: drawnFilter, sort: drawnSort, limit: fc.integer({ min: 1, max: 7 }) })
  const files = fc.uniqueArray(drawnFile, { minLength: 30, maxLength: 30, selector: ({ path }) => path })
  await fc.assert(
    fc.asyncProperty(files, fc.array(requests, { minLength: 5, maxLength: 12 }), async (drawn, lists) => {
      const one = await listings.addSpace(listing)
      const other = await listings.addSpace(listing)
      for (const file of drawn.slice(0, 15)) await one.add(file)
      for (const file of drawn.slice(15)) await other.add(file)
      for (const { filter, sort, limit } of lists) {
        for (const { spaceId, rows } of [one, other, one]) {
          const { items } = await listing.page(spaceId, filter, { sort, limit })
          expect(paths(items)).toEqual(paths(expected(rows.values(), filter, sort).slice(0, limit)))
        }
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})
