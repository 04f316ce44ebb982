import type { StorageCategory, StorageRow } from '@vermilion/contract/monitoring/storage'

const maxRows = 200

export function joinRows(rows: readonly StorageRow[]): StorageRow[] {
  const joined = [...Map.groupBy(rows, ({ category, id }) => `${category} ${id ?? ''}`).values()].map(sumOf)
  return [...Map.groupBy(joined, ({ category }) => category).values()].flatMap((all) => {
    const sorted = all.toSorted((a, b) => b.bytes - a.bytes)
    const small = sorted.slice(maxRows)
    return small.length === 0 ? sorted : [...sorted.slice(0, maxRows), { ...sumOf(small), id: null, name: '' }]
  })
}

export function bytesByCategory(rows: readonly StorageRow[]): Partial<Record<StorageCategory, number>> {
  const sums: Partial<Record<StorageCategory, number>> = {}
  for (const { category, bytes } of rows) sums[category] = (sums[category] ?? 0) + bytes
  return sums
}

export const bytesOf = (rows: readonly StorageRow[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0)

function sumOf(rows: readonly StorageRow[]): StorageRow {
  const named = rows.find(({ name }) => name !== '') ?? rows[0]
  if (named === undefined) throw new Error('there are no rows to add up')
  return { ...named, bytes: bytesOf(rows), files: rows.reduce((sum, { files }) => sum + files, 0) }
}
