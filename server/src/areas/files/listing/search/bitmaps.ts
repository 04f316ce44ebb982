import type { Expression, SqlBool } from 'kysely'
import { candidatesWithin } from './candidate-reader.ts'
import type { CandidateReader } from './candidate-reader.ts'
import type { Candidates } from './candidates.ts'
import { parseNumbers } from '../number-text.ts'
import { isAfter } from '../orders.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import type { RowReader } from '../row-reader.ts'

/** Bytes of all sets together. */
const maximumBytes = 16_000_000
const byArrival = { column: 'number', descending: false } as const

/** Files that may fit, or that do. */
export interface Source {
  readonly candidates: Candidates | undefined
  /** Undefined: the candidates as they are, of which some may not fit. */
  readonly conditions: readonly Expression<SqlBool>[] | undefined
}

/**
 * Sets of files, one bit for each number, read in the order in which files lie on the disk. They hold until a file of
 * the space changes.
 */
export function createBitmaps(
  rows: Pick<RowReader, 'numbers' | 'highestNumber'>,
  candidateReader: Pick<CandidateReader, 'numbersOf'>,
  span: number,
) {
  const cache = createVersionedCache<{ bytes: number; reading: Promise<Uint8Array> }>(
    maximumBytes,
    ({ bytes }) => bytes,
  )

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
    for (let from = 0; from <= highest; from += span) {
      for (const number of await readSpan(source, from)) {
        if (number <= highest) bitmap[number >> 3] = (bitmap[number >> 3] ?? 0) | (1 << (number & 7))
      }
    }
    return bitmap
  }

  return async (key: string, version: number, source: Source): Promise<Uint8Array> => {
    const cached = cache.get(key, version)
    if (cached !== undefined) return cached.reading
    const highest = await rows.highestNumber()
    const entry = { bytes: (highest >> 3) + 1, reading: read(source, highest) }
    cache.set(key, version, entry)
    entry.reading.catch(() => cache.get(key, version) === entry && cache.forget(key))
    return entry.reading
  }
}

export function intersect(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((bits, at) => bits & (other[at] ?? 0))
}

export function hasNumber(bitmap: Uint8Array, number: number): boolean {
  return ((bitmap[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
}
