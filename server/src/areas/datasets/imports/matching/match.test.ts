import { expect, test } from 'vitest'
import type { StoredItem } from '../../items/item-row.ts'
import { matchByName } from './match.ts'
import { type NamedRow, stemOf } from './row-names.ts'

const count = 20_000
const pathOf = (number: number) => `room ${number}/rgb.png`

function sameNames() {
  const stored = Array.from({ length: count }, (_, number) => {
    const path = pathOf(number)
    return { id: `${number}`, path, place: String(number).padStart(6, '0') } as StoredItem
  })
  const matched = new Map<number, string>()
  const read = { images: 0 }
  const needs = {
    database: { transaction: <Result>(work: () => Promise<Result>) => work() },
    items: {
      async *batches(_dataset: string, limit: number) {
        for (let from = 0; from < count; from += limit) yield stored.slice(from, from + limit)
      },
      async *paths() {
        yield* ['1/rgb.png', '2/rgb.png']
      },
    },
    images: {
      matchedItems: async (_import: string, ids: readonly string[]) => {
        const existing = new Set(matched.values())
        return new Set(ids.filter((id) => existing.has(id)))
      },
      async *unmatched(_import: string, stems: readonly string[]): AsyncGenerator<NamedRow> {
        if (!stems.includes(stemOf(pathOf(0)))) return
        for (let number = 0; number < count; number += 1) {
          if (matched.has(number)) continue
          read.images += 1
          const path = `export/${pathOf(number)}`
          yield { number, path, sidecar: null, folder: '', split: null, file: null, stem: 'rgb' }
        }
      },
      match: async (rows: readonly { number: number; itemId?: unknown; file?: string }[]) => {
        for (const { number, itemId } of rows) if (itemId !== undefined) matched.set(number, String(itemId))
      },
      copy: () => Promise.reject(new Error('no row is of two images')),
      joinFiles: async () => undefined,
      async *sourceImages() {},
      async *sourcePaths() {},
      labeledFiles: async () => new Set<string>(),
      useStatedNames: async () => 0,
    },
  }
  return { needs, matched, read }
}

test('R2.24 images of one name in many folders are found by their paths, and each file is looked at once', async () => {
  const { needs, matched, read } = sameNames()
  const { signal } = new AbortController()
  await matchByName(needs, { importId: 'import', datasetId: 'dataset', signal })
  expect(matched.size).toBe(count)
  expect([...matched].every(([number, itemId]) => itemId === `${number}`)).toBe(true)
  expect(read.images).toBe(count)
})

test('R2.24 whoever stops an import need not wait until all its files have been looked at', async () => {
  const { needs, matched, read } = sameNames()
  const stopping = new AbortController()
  const { unmatched } = needs.images
  needs.images.unmatched = async function* (importId, stems) {
    for await (const image of unmatched(importId, stems)) {
      if (read.images === 100) stopping.abort()
      yield image
    }
  }
  const matching = matchByName(needs, { importId: 'import', datasetId: 'dataset', signal: stopping.signal })
  await expect(matching).rejects.toThrow()
  expect(read.images).toBeLessThanOrEqual(1_000)
  expect(matched.size).toBe(0)
})
