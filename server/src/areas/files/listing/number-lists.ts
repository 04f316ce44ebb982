import { createMutex } from '#platform/mutex'
import type { Mutex } from '#platform/mutex'
import { parseNumbers } from './number-text.ts'
import { beyond, placeOf } from './orders.ts'
import { createRemembered } from './versioned-cache.ts'
import type { Rows, Wanted } from './row-reader.ts'
import type { Versions } from './versions.ts'

/** Numbers kept of all lists together, four bytes each. */
const mostNumbers = 12_000_000

interface NumberList {
  readonly turn: Mutex
  readonly chunks: Uint32Array[]
  ended: boolean
  growing: boolean
}

/** What a list is of. */
export interface Listed {
  readonly key: string
  readonly spaceId: string
  readonly version: number
  readonly wanted: Wanted
}

/** Numbers of files in an order, read as far as they were asked for. They hold until a file of the space changes. */
export function createNumberLists(rows: Rows, versions: Pick<Versions, 'of'>, chunkLength: number) {
  const remembered = createRemembered<NumberList>(mostNumbers, ({ chunks }) => lengthOf(chunks) + chunkLength)
  /** Lists grow one after the other, so that whoever waits for a page finds a reader that is free. */
  let grown: Promise<unknown> = Promise.resolve()

  function nameOf({ key, wanted: { order } }: Listed): string {
    return `${key} ${order.column} ${order.descending}`
  }

  function listOf(listed: Listed): NumberList {
    const made = (): NumberList => ({ turn: createMutex(), chunks: [], ended: false, growing: false })
    return remembered.findOr(nameOf(listed), listed.version, made)
  }

  async function extend(list: NumberList, wanted: Wanted, length: number): Promise<void> {
    const release = await list.turn()
    try {
      while (list.chunks.length < length && !list.ended) {
        const numbers = parseNumbers(await rows.numbers(await rest(wanted, list.chunks.at(-1)), chunkLength))
        if (numbers.length > 0) list.chunks.push(numbers)
        list.ended = numbers.length < chunkLength
      }
    } finally {
      release()
    }
  }

  /** All of a list, a chunk after the other, read where nobody has yet. */
  async function* chunks(listed: Listed): AsyncGenerator<Uint32Array> {
    const { wanted } = listed
    const ascending = { ...listed, wanted: { ...wanted, order: { ...wanted.order, descending: false } } }
    const same = remembered.find(nameOf(ascending), listed.version)
    if (wanted.order.descending && same?.ended === true) {
      for (const numbers of same.chunks.toReversed()) yield numbers.toReversed()
      return
    }
    const list = listOf(listed)
    for (let index = 0; ; index++) {
      await extend(list, wanted, index + 1)
      const numbers = list.chunks[index]
      if (numbers === undefined) return
      yield numbers
    }
  }

  /** To its end, unless a file changes or others need the memory more. */
  async function grow(list: NumberList, listed: Listed): Promise<void> {
    const isKept = () => remembered.find(nameOf(listed), listed.version) === list
    while (!list.ended && isKept() && (await versions.of(listed.spaceId)) === listed.version) {
      await extend(list, listed.wanted, list.chunks.length + 1)
    }
  }

  async function rest(wanted: Wanted, last: Uint32Array | undefined): Promise<Wanted> {
    const number = last?.at(-1)
    if (number === undefined) return wanted
    const [row] = await rows.byNumbers([number])
    // It is gone, and with it the version that the list belongs to.
    if (row === undefined) return { ...wanted, conditions: [beyond({ column: 'number', descending: true }, [0, 0])] }
    return { ...wanted, after: placeOf(row, wanted.order) }
  }

  /** The numbers from a position on. Undefined where the list is not so long yet: it grows, and nobody waits for it. */
  function slice(listed: Listed, offset: number, limit: number): number[] | undefined {
    const list = listOf(listed)
    if (!list.ended && lengthOf(list.chunks) < offset + limit) {
      if (!list.growing) {
        list.growing = true
        const ended = () => void (list.growing = false)
        grown = grown.then(() => grow(list, listed)).then(ended, ended)
      }
      return undefined
    }
    const found: number[] = []
    for (let at = offset; found.length < limit; at = offset + found.length) {
      const start = at % chunkLength
      const some = list.chunks[Math.floor(at / chunkLength)]?.subarray(start, start + limit - found.length)
      if (some === undefined || some.length === 0) break
      found.push(...some)
    }
    return found
  }

  return { chunks, slice }
}

const lengthOf = (chunks: readonly Uint32Array[]) => chunks.reduce((sum, { length }) => sum + length, 0)
