import type { LikenessMap, MapColour, MapColumn } from '@vermilion/contract/image-search/likeness'
import type { Dataset } from '@vermilion/contract/datasets'
import { itemStatuses } from '@vermilion/contract/datasets/items'
import { splits } from '@vermilion/contract/datasets/kinds'
import type { KeptComparison } from './comparison-file.ts'
import type { LikenessStore } from './likeness-store.ts'

type Point = (ReturnType<LikenessStore['points']> extends AsyncIterable<infer Rows> ? Rows : never)[number]

interface Entry {
  readonly key: string
  readonly name: string
  readonly colour: string | null
}

const scoreRanges = 10

export async function mapOf(
  store: Pick<LikenessStore, 'points'>,
  { id, labels, spaces }: Pick<Dataset, 'id' | 'labels' | 'spaces'>,
  { checksums, positions, groups, middles }: KeptComparison,
): Promise<LikenessMap> {
  const placeOf = new Map(checksums.map((checksum, position) => [checksum, position]))
  const none: Entry = { key: '', name: '', colour: null }
  const entries: Readonly<Record<MapColour, readonly Entry[]>> = {
    group: Array.from(middles, (_, group) => ({ ...none, key: `${group}` })),
    label: [...labels.map(({ id: key, name, colour }) => ({ key, name, colour })), none],
    split: splits.map((key) => ({ ...none, key })),
    status: itemStatuses.map((key) => ({ ...none, key })),
    score: [...Array.from({ length: scoreRanges }, (_, range) => ({ ...none, key: `${range * scoreRanges}` })), none],
    source: [...spaces.map(({ id: key, name }) => ({ key, name, colour: null })), none],
  }
  const columns = Object.fromEntries(
    Object.entries(entries).map(([colour, some]) => [colour, createColumn(some)]),
  ) as Readonly<Record<MapColour, ReturnType<typeof createColumn>>>
  const points: number[] = []
  const numbers: number[] = []
  const sizes = new Uint32Array(middles.length)
  const middleNumbers = new Map<number, number>()
  for await (const rows of store.points(id)) {
    for (const row of rows) {
      const position = placeOf.get(row.checksum)
      if (position === undefined) continue
      points.push(positions[position * 2]!, positions[position * 2 + 1]!)
      numbers.push(row.number)
      const group = groups[position]!
      sizes[group]! += 1
      if (middles[group] === position || !middleNumbers.has(group)) middleNumbers.set(group, row.number)
      for (const [colour, key] of Object.entries(keysOf(row, group))) columns[colour as MapColour].add(key)
    }
  }
  return {
    points: numbers.length,
    positions: packed(Float32Array.from(points)),
    numbers: packed(Uint32Array.from(numbers)),
    columns: Object.fromEntries(
      Object.entries(columns).map(([colour, { column }]) => [colour, column()]),
    ) as LikenessMap['columns'],
    groups: [...middleNumbers]
      .map(([group, number]) => ({ group, images: sizes[group]!, number }))
      .toSorted((one, other) => one.group - other.group),
  }
}

function keysOf(row: Point, group: number): Record<MapColour, string> {
  const { labelId, split, status, score, spaceId } = row
  const range = Math.min(scoreRanges - 1, Math.floor(score / scoreRanges)) * scoreRanges
  return { group: `${group}`, label: labelId ?? '', split, status, score: score < 0 ? '' : `${range}`, source: spaceId }
}

function createColumn(entries: readonly Entry[]) {
  const placeOf = new Map(entries.map(({ key }, position) => [key, position]))
  const counts = new Uint32Array(entries.length)
  const values: number[] = []
  return {
    add(key: string): void {
      const position = placeOf.get(key) ?? entries.length - 1
      counts[position]! += 1
      values.push(position)
    },
    column: (): MapColumn => ({
      entries: entries.map((entry, position) => ({ ...entry, images: counts[position]! })),
      values: packed(Uint16Array.from(values)),
    }),
  }
}

const packed = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64')
