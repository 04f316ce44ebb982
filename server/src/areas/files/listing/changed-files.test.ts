import { fileFilter } from '@vermilion/contract/files'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileRow } from '../store.ts'
import { drawnFile, drawnSort, expected, paths } from '../testing/lists-by-hand.ts'
import { openListings } from '../testing/listings.ts'
import type { Listings } from '../testing/listings.ts'

let listings: Listings
beforeAll(async () => {
  listings = await openListings()
})
afterAll(() => listings.close())

test('R3.07 files of which some change stand at their new place, and scores and generations find them by what they are now', async () => {
  const files = fc.uniqueArray(drawnFile, { minLength: 30, maxLength: 60, selector: ({ path }) => path })
  const changes = fc.array(
    fc.record({
      kind: fc.constantFrom('add', 'remove', 'update', 'update'),
      which: fc.nat(100),
      size: fc.nat(4),
      score: fc.constantFrom(-1, 0.25, 0.6),
    }),
    { minLength: 1, maxLength: 5 },
  )
  const views = fc.record({
    generation: fc.constantFrom(undefined, 0, 1),
    range: fc.constantFrom({}, { minimumScore: 0.25 }, { maximumScore: 0.5 }),
    place: fc.constantFrom({ recursive: true }, { folder: 'a', recursive: true }),
    sort: drawnSort,
  })
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.array(views, { minLength: 2, maxLength: 3 }),
      fc.array(changes, { minLength: 6, maxLength: 6 }),
      async (drawn, lists, rounds) => {
        const { spaceId, listing, rows, add, remove } = await listings.addSpace()
        for (const file of drawn.slice(0, 25)) await add(file)
        const made = await listings.addGenerations(spaceId, rows.values())
        const others = drawn.slice(25)
        for (const round of [[], ...rounds]) {
          for (const { kind, which, size, score } of round) {
            const row = [...rows.values()][which % rows.size]
            const file = others.at(-1)
            if (kind === 'add' && file !== undefined) await add(others.pop() ?? file)
            if (kind === 'remove' && row !== undefined) await remove(row.path)
            if (kind !== 'update' || row === undefined) continue
            rows.set(row.path, { ...row, size, score })
            const query = listings.database.query<{ files: FileRow }>()
            await query.updateTable('files').set({ size, score }).where('id', '=', row.id).execute()
          }
          for (const { generation, range, place, sort } of lists) {
            const generationId = generation === undefined ? undefined : [...made.keys()][generation]
            const own = generationId === undefined ? undefined : made.get(generationId)
            const filter = fileFilter.parse({ ...place, ...range, generationId })
            const all = expected(rows.values(), filter, sort).filter(({ path }) => own?.has(path) ?? true)
            for (let offset = all.length; offset >= 0; offset -= 3) {
              const { items } = await listing.page(spaceId, filter, { sort, limit: 3, offset })
              expect(paths(items)).toEqual(paths(all.slice(offset, offset + 3)))
            }
          }
        }
      },
    ),
    { numRuns: 20, endOnFailure: true },
  )
})
