import { createPaths } from './paths.ts'
import type { FactReader } from './fact-reader.ts'
import type { Section, SectionReader } from './sections.ts'

export type ItemOrder = ReturnType<typeof createItemOrder>

export function createItemOrder(reader: FactReader, datasetId: string) {
  let paths = createPaths()
  let order = new Uint32Array()
  /** Rank by number, from 1 on; 0 for an unknown image. */
  let ranks = new Uint32Array()
  let length = 0
  let last = ''

  return {
    size: () => length,
    last: () => last,
    numbers: () => order.subarray(0, length),
    ranks: () => ranks,

    async read(highest: number): Promise<void> {
      const [freshPaths, freshOrder] = [createPaths(), new Uint32Array(highest + 1_024)]
      const freshRanks = new Uint32Array(highest + 1_024)
      let [count, end] = [0, '']
      for await (const { some, last: lastOfThem } of reader.inOrder(datasetId)) {
        // Images added since are applied with the changes.
        const existing = some.filter(({ number }) => number < freshRanks.length)
        for (const { number } of existing) {
          freshOrder[count] = number
          freshRanks[number] = ++count
        }
        freshPaths.append(existing.map(({ path }) => path))
        end = lastOfThem
      }
      ;[paths, order, ranks, length, last] = [freshPaths, freshOrder, freshRanks, count, end]
    },

    /** Appends an image behind all others, the usual case; false when it belongs elsewhere. */
    append(number: number, sortKey: string, path: string): boolean {
      if (sortKey <= last) return false
      if (number >= ranks.length || length >= order.length) {
        const [wideOrder, wideRanks] = [new Uint32Array(length * 2 + 1_024), new Uint32Array(number * 2 + 1_024)]
        wideOrder.set(order.subarray(0, length))
        wideRanks.set(ranks)
        ;[order, ranks] = [wideOrder, wideRanks]
      }
      order[length] = number
      ranks[number] = ++length
      last = sortKey
      paths.append([path])
      return true
    },

    *keep(): Generator<Section> {
      yield order.slice()
      yield ranks.slice()
      yield paths.keep()
    },

    /** Reads the sections of `keep`; the returned function applies them. */
    async restore(sections: SectionReader, count: number, end: string): Promise<() => void> {
      const [orderRead, ranksRead] = [await sections.bytes(), await sections.bytes()]
      const parts = (await sections.texts()).flat()
      return () => {
        ;[order, ranks, length, last] = [new Uint32Array(orderRead), new Uint32Array(ranksRead), count, end]
        paths = createPaths(parts, length)
      }
    },

    *positionsWith(searched: string): Generator<number> {
      for (let part = 0; part < paths.partCount(); part += 1) yield* paths.search(part, searched)
    },

    positionsOf(numbers: readonly number[]): number[] {
      return numbers.flatMap((number) => (ranks[number] ? [ranks[number] - 1] : [])).toSorted((a, b) => a - b)
    },
  }
}
