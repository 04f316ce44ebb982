import type { FileList } from '../file-list.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import { candidatesOfNumbers } from './candidate-reader.ts'
import type { CandidateReader } from './candidate-reader.ts'
import type { Order } from '../orders.ts'
import type { Candidates } from './candidates.ts'

const maximumText = 2_000_000
const entryWeight = 2_000

const isByScore = ({ column }: Order) => column === 'score'

export function createFewCandidates(reader: Pick<CandidateReader, 'listFew'>, maximum: number) {
  const cache = createVersionedCache<{ text: string | undefined }>(
    maximumText,
    ({ text = '' }) => text.length + entryWeight,
  )
  const keyOf = ({ spaceId, filterKey }: FileList, order: Order) => `${spaceId} ${filterKey} ${isByScore(order)}`

  /** In the order of scores, a range of scores is read along the index anyway. */
  async function readFew({ candidates, scoredCandidates }: FileList, order: Order): Promise<string | undefined> {
    for (const some of isByScore(order) ? [candidates] : [candidates, scoredCandidates]) {
      const text = some && (await reader.listFew(some, maximum))
      if (text !== undefined) return text
    }
    return undefined
  }

  return {
    has: (list: FileList, order: Order): boolean => cache.get(keyOf(list, order), list.version)?.text !== undefined,

    async read(list: FileList, order: Order): Promise<Candidates | undefined> {
      const { version, candidates } = list
      if (candidates === undefined) return undefined
      const numbers = cache.get(keyOf(list, order), version) ?? { text: await readFew(list, order) }
      cache.set(keyOf(list, order), version, numbers)
      return numbers.text === undefined ? undefined : candidatesOfNumbers(numbers.text)
    },
  }
}
