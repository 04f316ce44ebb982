import { createMutex } from '#platform/mutex'
import type { Mutex } from '#platform/mutex'
import { beyond, placeOf } from './orders.ts'
import { createRemembered } from './remembered.ts'
import type { Rows, Wanted } from './rows.ts'

/** Numbers kept of all lists together, four bytes each. */
const mostNumbers = 8_000_000

interface NumberList {
  readonly turn: Mutex
  readonly chunks: Uint32Array[]
  ended: boolean
}

/** Numbers of files in an order, read as far as they were asked for. They hold until a file of the space changes. */
export function createNumberLists(rows: Rows, chunkLength: number) {
  const remembered = createRemembered<NumberList>(mostNumbers, ({ chunks }) => lengthOf(chunks) + chunkLength)

  /** The chunk at a position of the list; undefined after its end. */
  async function chunk(key: string, version: number, wanted: Wanted, index: number): Promise<Uint32Array | undefined> {
    const { column, descending } = wanted.order
    const made = (): NumberList => ({ turn: createMutex(), chunks: [], ended: false })
    const list = remembered.findOr(`${key} ${column} ${descending}`, version, made)
    const release = await list.turn()
    try {
      while (list.chunks.length <= index && !list.ended) {
        const numbers = parseNumbers(await rows.numbers(await rest(wanted, list.chunks.at(-1)), chunkLength))
        if (numbers.length > 0) list.chunks.push(numbers)
        list.ended = numbers.length < chunkLength
      }
    } finally {
      release()
    }
    return list.chunks[index]
  }

  async function rest(wanted: Wanted, last: Uint32Array | undefined): Promise<Wanted> {
    const number = last?.at(-1)
    if (number === undefined) return wanted
    const [row] = await rows.byNumbers([number])
    // It is gone, and with it the version that the list belongs to.
    if (row === undefined) return { ...wanted, conditions: [beyond({ column: 'number', descending: true }, [0, 0])] }
    return { ...wanted, after: placeOf(row, wanted.order) }
  }

  /** The numbers from a position on. */
  async function slice(list: { key: string; version: number; wanted: Wanted }, offset: number, limit: number) {
    const { key, version, wanted } = list
    const found: number[] = []
    for (let at = offset; found.length < limit; at = offset + found.length) {
      const numbers = await chunk(key, version, wanted, Math.floor(at / chunkLength))
      const start = at % chunkLength
      const some = numbers?.subarray(start, start + limit - found.length) ?? new Uint32Array()
      if (some.length === 0) break
      found.push(...some)
    }
    return found
  }

  return { chunk, slice }
}

/** Whole numbers separated by commas. */
export function parseNumbers(text: string): Uint32Array {
  if (text === '') return new Uint32Array()
  const numbers = new Uint32Array(Math.ceil(text.length / 2))
  let length = 0
  let number = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 44) {
      numbers[length++] = number
      number = 0
    } else {
      number = number * 10 + code - 48
    }
  }
  numbers[length++] = number
  return numbers.slice(0, length)
}

const lengthOf = (chunks: readonly Uint32Array[]) => chunks.reduce((sum, { length }) => sum + length, 0)
