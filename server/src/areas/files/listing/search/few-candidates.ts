import type { FileList } from '../file-list.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import { candidatesOfNumbers } from './candidate-reader.ts'
import type { CandidateReader } from './candidate-reader.ts'
import type { Candidates } from './candidates.ts'

/** Characters of the numbers of few candidates, and what those of each filter count for beside them. */
const maximumText = 2_000_000
const entryWeight = 2_000

/** Candidates of filters, where they are no more than so many. */
export function createFewCandidates(reader: Pick<CandidateReader, 'listFew'>, maximum: number) {
  const cache = createVersionedCache<{ text: string | undefined }>(
    maximumText,
    ({ text = '' }) => text.length + entryWeight,
  )
  const keyOf = ({ spaceId, filterKey }: FileList) => `${spaceId} ${filterKey}`

  async function readFew({ candidates, scoredCandidates }: FileList): Promise<string | undefined> {
    for (const some of [candidates, scoredCandidates]) {
      const text = some && (await reader.listFew(some, maximum))
      if (text !== undefined) return text
    }
    return undefined
  }

  return {
    /** Whether they were read before, and are few. */
    has: (list: FileList): boolean => cache.get(keyOf(list), list.version)?.text !== undefined,

    /** The candidates as they were for this version, where they are few. */
    async read(list: FileList): Promise<Candidates | undefined> {
      const { version, candidates } = list
      if (candidates === undefined) return undefined
      const numbers = cache.get(keyOf(list), version) ?? { text: await readFew(list) }
      cache.set(keyOf(list), version, numbers)
      return numbers.text === undefined ? undefined : candidatesOfNumbers(numbers.text)
    },
  }
}
