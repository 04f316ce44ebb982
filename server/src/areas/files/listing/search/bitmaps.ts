import type { Expression, SqlBool } from 'kysely'
import { candidatesAmong, candidatesWithin, type CandidateReader } from './candidate-reader.ts'
import type { Candidates } from './candidates.ts'
import { parseNumbers } from '../number-text.ts'
import { byArrival, isAfter } from '../orders.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import type { RowReader } from '../row-reader.ts'

const maximumBytes = 16_000_000

export interface Source {
  readonly candidates: Candidates | undefined
  /** Undefined takes all candidates, some of which may not match. */
  readonly conditions: readonly Expression<SqlBool>[] | undefined
  /** Files changed since a version, when a file's change cannot make another one a candidate; undefined when not recorded. */
  readonly changesSince?: (version: number) => Promise<readonly number[] | undefined>
}

interface Bitmap {
  readonly bytes: number
  readonly reading: Promise<Uint8Array>
}

interface Entry {
  readonly version: number
  readonly value: Bitmap
}

/** Read in disk order. After changes, only the changed files are tested again, or all. */
export function createBitmaps(
  rows: Pick<RowReader, 'numbers' | 'highestNumber'>,
  candidateReader: Pick<CandidateReader, 'numbersOf'>,
  span: number,
) {
  const cache = createVersionedCache<Bitmap>(maximumBytes, ({ bytes }) => bytes)

  async function readSpan({ candidates, conditions }: Source, from: number): Promise<Uint32Array> {
    const some = candidates && candidatesWithin(candidates, from, from + span)
    if (some !== undefined && conditions === undefined) return parseNumbers(await candidateReader.numbersOf(some))
    const within = [
      isAfter(byArrival, [from - 1, from - 1]),
      isAfter({ ...byArrival, descending: true }, [from + span, from + span]),
    ]
    const query = { candidates: some, conditions: [...(conditions ?? []), ...within], order: byArrival }
    return parseNumbers(await rows.numbers(query, span))
  }

  async function read(source: Source, highest: number): Promise<Uint8Array> {
    const bitmap = new Uint8Array((highest >> 3) + 1)
    for (let from = 0; from <= highest; from += span) addNumbers(bitmap, await readSpan(source, from))
    return bitmap
  }

  async function renew(earlier: Entry, { candidates, changesSince }: Source): Promise<Uint8Array | undefined> {
    const changes = candidates && (await changesSince?.(earlier.version))
    if (candidates === undefined || changes === undefined || changes.length === 0) return undefined
    const bitmap = await earlier.value.reading.catch(() => undefined)
    if (bitmap === undefined) return undefined
    const members = new Set(parseNumbers(await candidateReader.numbersOf(candidatesAmong(candidates, changes))))
    const renewed = new Uint8Array(Math.max(bitmap.length, (Math.max(...changes) >> 3) + 1))
    renewed.set(bitmap)
    for (const number of changes) {
      const [at, bit] = [number >> 3, 1 << (number & 7)]
      renewed[at] = members.has(number) ? (renewed[at] ?? 0) | bit : (renewed[at] ?? 0) & ~bit
    }
    return renewed
  }

  return async (key: string, version: number, source: Source): Promise<Uint8Array> => {
    const cached = cache.get(key, version)
    if (cached !== undefined) return cached.reading
    const earlier = cache.newest(key)
    const highest = await rows.highestNumber()
    const readAll = () => read(source, highest)
    const renewing = earlier === undefined ? Promise.resolve(undefined) : renew(earlier, source)
    const entry = { bytes: (highest >> 3) + 1, reading: renewing.then((renewed) => renewed ?? readAll()) }
    cache.set(key, version, entry)
    entry.reading.catch(() => cache.get(key, version) === entry && cache.forget(key))
    return entry.reading
  }
}

export function bitmapOfNumbers(chunks: readonly Uint32Array[], highest: number): Uint8Array {
  const bitmap = new Uint8Array((highest >> 3) + 1)
  for (const chunk of chunks) addNumbers(bitmap, chunk)
  return bitmap
}

/** Numbers beyond the bitmap's end are dropped. */
function addNumbers(bitmap: Uint8Array, numbers: Uint32Array): void {
  for (const number of numbers) bitmap[number >> 3] = (bitmap[number >> 3] ?? 0) | (1 << (number & 7))
}

export function intersect(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((bits, at) => bits & (other[at] ?? 0))
}

export function hasNumber(bitmap: Uint8Array, number: number): boolean {
  return ((bitmap[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
}
