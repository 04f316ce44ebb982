import { fileFilter, fileKinds, fileSorts } from '@vermilion/contract/files'
import type { FileFilter, FileOrder } from '@vermilion/contract/files'
import { termsOf } from '@vermilion/contract/kernel/page'
import { folderOf } from '@vermilion/contract/paths'
import fc from 'fast-check'
import { orderOf, positionOf } from '../listing/orders.ts'
import type { FileRow } from '../store.ts'

export const drawnFile = fc.record({
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
export type Drawn = typeof drawnFile extends fc.Arbitrary<infer Value> ? Value : never

const maybe = <Value>(...values: Value[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })

export const drawnFilter = fc
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

export const drawnSort = fc.constantFrom(...fileSorts.flatMap((sort): FileOrder[] => [sort, `-${sort}`]))

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

export function expected(rows: Iterable<FileRow>, filter: FileFilter, sort: FileOrder): FileRow[] {
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
  const matches = all.filter(fits).toSorted((a, b) => {
    const [[valueA, numberA], [valueB, numberB]] = [positionOf(a, order), positionOf(b, order)]
    const byValue = valueA < valueB ? -1 : valueA > valueB ? 1 : 0
    return byValue === 0 ? numberA - numberB : byValue
  })
  return order.descending ? matches.reverse() : matches
}

export const paths = (rows: readonly FileRow[]) => rows.map(({ path }) => path)
