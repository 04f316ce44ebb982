import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileFilter, fileKinds, fileSorts } from '@vermilion/contract/files'
import type { FileFilter, FileOrder } from '@vermilion/contract/files'
import { termsOf } from '@vermilion/contract/kernel/page'
import { fileName, folderOf } from '@vermilion/contract/paths'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import { createDatabase } from '#platform/database/database'
import type { Database } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { migrations } from '../../../../migrations/index.ts'
import { createFolderStore } from '../folder-store.ts'
import { sortKey } from '../sort-key.ts'
import { createFileStore } from '../store.ts'
import type { FileRow } from '../store.ts'
import { createListing } from './listing.ts'
import { orderOf, placeOf } from './orders.ts'

let data = ''
let database: Database
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-listing-'))
  database = createDatabase(openSqlite(join(data, 'test.db')))
  await migrate({ database, migrations, clock: systemClock, backup: async () => {} })
})
afterAll(async () => {
  await database.close()
  await rm(data, { recursive: true })
})

/** So small that a few dozen files take every way a page can be found. */
const bounds = { candidates: 3, scanned: 4, skipped: 2, step: 3, numbers: 5, span: 1_000, batch: 2 }
let spaces = 0

const newListing = () => createListing(database, createFolderStore(database), bounds)

async function newSpace(listing = newListing()) {
  const store = createFileStore(database)
  const folders = createFolderStore(database)
  const spaceId = `space-${++spaces}`
  const rows = new Map<string, FileRow>()

  async function add(drawn: Drawn): Promise<void> {
    const { path, createdAt, ...rest } = drawn
    if (rows.has(path)) return
    const [folder, name] = [folderOf(path), fileName(path)]
    const row = await database.transaction(async () => {
      const number = await folders.ensure(spaceId, folder, createdAt)
      await folders.addToCounters(spaceId, folder, { files: 1, bytes: rest.size }, createdAt)
      const place = { id: `${spaceId}/${path}`, spaceId, path, folder: number, name, sortKey: sortKey(path) }
      const tags = writeJson(rest.tags)
      const fixed = { mediaType: '', examined: 1, modifiedAt: null, createdAt, updatedAt: createdAt } as const
      return store.add({ ...rest, ...place, ...fixed, tags, broken: rest.broken ? 1 : 0 })
    })
    rows.set(path, row)
  }
  async function remove(path: string): Promise<void> {
    const row = rows.get(path)
    if (row === undefined) return
    await database.transaction(async () => {
      await store.remove([row.id])
      await folders.addToCounters(spaceId, folderOf(path), { files: -1, bytes: -row.size }, row.createdAt)
    })
    rows.delete(path)
  }
  return { spaceId, listing, rows, add, remove, store }
}

const drawnFile = fc.record({
  path: fc
    .tuple(
      fc.constantFrom('', 'a/', 'a/b/', 'A/', 'a0/', 'a b/', '图/'),
      fc.array(
        fc.constantFrom('img', '1', '10', '02', '地板', '板', 'É', 'é', '_', '%', '[', '*', '"', ' ', 'Cat', '.'),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.constantFrom('.jpg', '.JPG', '.tar.gz', '', '.'),
    )
    .map(([folder, parts, ending]) => `${folder}${parts.join('')}${ending}`)
    .filter((path) => !/(?:^|\/)\.{1,2}$/.test(path)),
  size: fc.constantFrom(0, 1, 2, 3, 500),
  kind: fc.constantFrom(...fileKinds),
  width: fc.constantFrom(null, 100, 300, 400),
  height: fc.constantFrom(null, 100, 300),
  checksum: fc.constantFrom(null, 'c1', 'c2', 'c3', 'c4', 'c5'),
  broken: fc.boolean(),
  tags: fc.subarray(['floor 1', 'Décor', '地板', 'x%']),
  score: fc.constantFrom(-1, 0, 0.25, 0.5, 1),
  createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'),
})
type Drawn = typeof drawnFile extends fc.Arbitrary<infer Value> ? Value : never

const maybe = <Value>(...values: Value[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })

const drawnFilter = fc
  .record({
    folder: fc.constantFrom('', '', 'a', 'a/b', 'A', '图', 'nowhere'),
    recursive: fc.boolean(),
    search: fc.option(
      fc.constantFrom(
        'img',
        'IMG1',
        'jpg',
        '.jpg',
        '地',
        '地板',
        '板地',
        'é',
        'ÉÉ',
        '%',
        '_',
        '[',
        '"',
        'img*',
        '*.jpg',
        '?mg*',
        '*地?*',
        'cat',
        'nothing',
        '\0img',
        '1',
        '.',
      ),
      { nil: undefined },
    ),
    kind: maybe(...fileKinds),
    extension: maybe('jpg', 'gz', 'tar.gz', ''),
    tags: maybe('floor', 'DÉC', '地; x%', '%', 'none'),
    minimumSize: maybe(0, 2),
    maximumSize: maybe(0, 2),
    minimumWidth: maybe(300),
    maximumHeight: maybe(100),
    minimumAspect: maybe(1, 4 / 3),
    belowAspect: maybe(1, 3),
    minimumScore: maybe(0, 0.5),
    maximumScore: maybe(0.25),
    createdFrom: maybe('2026-01-02T00:00:00Z'),
    createdBefore: maybe('2026-01-03T00:00:00Z'),
    broken: maybe(true, false),
    checksum: maybe('c1', 'C2', 'nothing'),
    duplicated: maybe(true, false),
  })
  .map((filter) => fileFilter.parse(filter))

const drawnSort = fc.constantFrom(...fileSorts.flatMap((sort): FileOrder[] => [sort, `-${sort}`]))

const hasWords = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase())

function nameFits(name: string, search: string): boolean {
  if (!/[*?]/.test(search)) return hasWords(name, search)
  const pattern = search
    .replaceAll(/[.[\]"%_]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(
    `^${pattern
      .replaceAll(String.raw`\"`, '"')
      .replaceAll(String.raw`\%`, '%')
      .replaceAll(String.raw`\_`, '_')}$`,
    'isu',
  ).test(name)
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/** The list as a person would make it by hand. */
function expected(rows: Iterable<FileRow>, filter: FileFilter, sort: FileOrder): FileRow[] {
  const all = [...rows]
  const within = (value: number | null, least: number | undefined, most: number | undefined) =>
    (least === undefined || (value !== null && value >= least)) &&
    (most === undefined || (value !== null && value <= most))
  const fits = (row: FileRow) => {
    const folder = folderOf(row.path)
    const { search = '', tags = '', minimumAspect = 0, belowAspect = Infinity, ...f } = filter
    const inFolder = f.recursive ? f.folder === '' || row.path.startsWith(`${f.folder}/`) : folder === f.folder
    const aspect = row.width === null || row.height === null ? null : row.width / row.height
    const asksAspect = filter.minimumAspect !== undefined || filter.belowAspect !== undefined
    const twin = row.checksum !== null && all.some((other) => other !== row && other.checksum === row.checksum)
    const named = JSON.parse(row.tags) as string[]
    return (
      inFolder &&
      (search === '' || nameFits(row.name, search)) &&
      (f.kind === undefined || row.kind === f.kind) &&
      (f.extension === undefined || extensionOf(row.name) === f.extension) &&
      termsOf(tags).every((term) => named.some((tag) => hasWords(tag, term))) &&
      within(row.size, f.minimumSize, f.maximumSize) &&
      within(row.width, f.minimumWidth, f.maximumWidth) &&
      within(row.height, f.minimumHeight, f.maximumHeight) &&
      (!asksAspect || (aspect !== null && aspect >= minimumAspect && aspect < belowAspect)) &&
      within(row.score < 0 ? null : row.score, f.minimumScore, f.maximumScore) &&
      (f.createdFrom === undefined || Date.parse(row.createdAt) >= Date.parse(f.createdFrom)) &&
      (f.createdBefore === undefined || Date.parse(row.createdAt) < Date.parse(f.createdBefore)) &&
      (f.broken === undefined || (row.broken === 1) === f.broken) &&
      (f.checksum === undefined || row.checksum === f.checksum.toLowerCase()) &&
      (f.duplicated === undefined || twin === f.duplicated)
    )
  }
  const order = orderOf(sort)
  const found = all.filter(fits).toSorted((a, b) => {
    const [[valueA, numberA], [valueB, numberB]] = [placeOf(a, order), placeOf(b, order)]
    const byValue = valueA < valueB ? -1 : valueA > valueB ? 1 : 0
    return byValue === 0 ? numberA - numberB : byValue
  })
  return order.descending ? found.reverse() : found
}

const paths = (rows: readonly FileRow[]) => rows.map(({ path }) => path)

test(
  'R3.07 R2.38 pages by position and by cursor are those of a list made by hand, for every filter and sort',
  { timeout: 300_000 },
  async () => {
    const asked = fc.record({
      filter: drawnFilter,
      sort: drawnSort,
      limit: fc.integer({ min: 1, max: 7 }),
      offset: fc.nat(30),
    })
    const files = fc.uniqueArray(drawnFile, { maxLength: 45, selector: ({ path }) => path })
    await fc.assert(
      fc.asyncProperty(files, fc.array(asked, { minLength: 5, maxLength: 12 }), async (drawn, lists) => {
        const { spaceId, listing, rows, add } = await newSpace()
        for (const file of drawn) await add(file)
        for (const { filter, sort, limit, offset } of lists) {
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
      { numRuns: 30 },
    )
  },
)

test('R3.07 files that come or go between pages neither repeat nor skip the others', { timeout: 120_000 }, async () => {
  const files = fc.uniqueArray(drawnFile, { minLength: 10, maxLength: 40, selector: ({ path }) => path })
  const narrow = fc.constantFrom({}, { search: 'jpg' }, { search: '地板' }, { kind: 'image' as const })
  await fc.assert(
    fc.asyncProperty(
      files,
      drawnSort,
      narrow,
      fc.integer({ min: 1, max: 5 }),
      async (drawn, sort, narrowing, limit) => {
        const { spaceId, listing, rows, add, remove } = await newSpace()
        const half = Math.ceil(drawn.length / 2)
        for (const file of drawn.slice(0, half)) await add(file)
        const later = drawn.slice(half)
        const filter = fileFilter.parse({ recursive: true, ...narrowing })
        const stayed = new Set(paths(expected(rows.values(), filter, sort)))
        const seen: string[] = []
        let cursor: string | null | undefined
        for (let round = 0; cursor !== null; round++) {
          const page = await listing.page(spaceId, filter, { sort, limit, ...(cursor === undefined ? {} : { cursor }) })
          seen.push(...paths(page.items))
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
        expect(new Set(seen).size).toBe(seen.length)
        expect([...stayed].filter((path) => !seen.includes(path))).toEqual([])
      },
    ),
    { numRuns: 30 },
  )
})

test('R3.07 spaces that are listed in turn have each its own files', { timeout: 60_000 }, async () => {
  const listing = newListing()
  const asked = fc.record({ filter: drawnFilter, sort: drawnSort, limit: fc.integer({ min: 1, max: 7 }) })
  const files = fc.uniqueArray(drawnFile, { minLength: 30, maxLength: 30, selector: ({ path }) => path })
  await fc.assert(
    fc.asyncProperty(files, fc.array(asked, { minLength: 5, maxLength: 12 }), async (drawn, lists) => {
      const one = await newSpace(listing)
      const other = await newSpace(listing)
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
