import { sortOrder } from '@vermilion/contract/kernel/page'
import { z } from 'zod'

const word = z.coerce.string().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

export const listSearch = z.object({
  search: word,
  /** Tags, separated by `;`. */
  tags: word,
  from: day,
  to: day,
  cursor: word,
})

/** A sort order in the address: `name` ascending, `-name` descending. */
export function sortIn<const Sort extends string>(sorts: readonly Sort[]) {
  return sortOrder(sorts).optional().catch(undefined)
}

export type ListSearch = z.output<typeof listSearch> & { sort?: string | undefined }

export function spanOf({ from, to }: Pick<ListSearch, 'from' | 'to'>) {
  const start = from === undefined ? undefined : midnight(from, 0)
  const end = to === undefined ? undefined : midnight(to, 1)
  return { createdFrom: start, createdBefore: end }
}

function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
