import type { Expression, SqlBool } from 'kysely'
import type { Candidates } from './candidates.ts'
import { parseNumbers } from '../number-text.ts'
import { beyond } from '../orders.ts'
import { createRemembered } from '../versioned-cache.ts'
import type { Rows } from '../row-reader.ts'

/** Bytes of all sets together. */
const mostBytes = 16_000_000
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
export function createSets(
  rows: Pick<Rows, 'candidatesWithin' | 'candidateNumbers' | 'numbers' | 'highestNumber'>,
  span: number,
) {
  const remembered = createRemembered<{ bytes: number; reading: Promise<Uint8Array> }>(mostBytes, ({ bytes }) => bytes)

  async function part({ candidates, conditions }: Source, from: number): Promise<Uint32Array> {
    const some = candidates && rows.candidatesWithin(candidates, from, from + span)
    if (some !== undefined && conditions === undefined) return parseNumbers(await rows.candidateNumbers(some))
    const within = [
      beyond(byArrival, [from - 1, from - 1]),
      beyond({ ...byArrival, descending: true }, [from + span, from + span]),
    ]
    const wanted = { candidates: some, conditions: [...(conditions ?? []), ...within], order: byArrival }
    return parseNumbers(await rows.numbers(wanted, span))
  }

  async function read(source: Source, highest: number): Promise<Uint8Array> {
    const set = new Uint8Array((highest >> 3) + 1)
    for (let from = 0; from <= highest; from += span) {
      for (const number of await part(source, from)) {
        if (number <= highest) set[number >> 3] = (set[number >> 3] ?? 0) | (1 << (number & 7))
      }
    }
    return set
  }

  return async (key: string, version: number, source: Source): Promise<Uint8Array> => {
    const known = remembered.find(key, version)
    if (known !== undefined) return known.reading
    const highest = await rows.highestNumber()
    const made = { bytes: (highest >> 3) + 1, reading: read(source, highest) }
    remembered.keep(key, version, made)
    made.reading.catch(() => remembered.find(key, version) === made && remembered.forget(key))
    return made.reading
  }
}

export function isIn(set: Uint8Array, number: number): boolean {
  return ((set[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
}
