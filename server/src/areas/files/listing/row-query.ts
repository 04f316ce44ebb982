import type { Expression, SqlBool } from 'kysely'
import { isAfter, rangesAfter } from './orders.ts'
import type { Order, OrderPosition } from './orders.ts'
import type { Candidates } from './search/candidates.ts'

/** Files in an order; with candidates, of these alone. */
export interface RowQuery {
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly candidates?: Candidates | undefined
  /** Only what comes after this place. */
  readonly after?: OrderPosition | undefined
}

/** Files that lie together in an index. */
export type Range = Omit<RowQuery, 'after'>

/** What is wanted, as one range or two that follow each other. Candidates are few, and no range of any index. */
export function rangesOf({ after, ...query }: RowQuery): [Range, Range?] {
  if (after === undefined) return [query]
  const { order, conditions, candidates } = query
  if (candidates !== undefined) return [{ ...query, conditions: [...conditions, isAfter(order, after)] }]
  const [first = isAfter(order, after), second] = rangesAfter(order, after)
  const range = (condition: Expression<SqlBool>): Range => ({ ...query, conditions: [...conditions, condition] })
  return second === undefined ? [range(first)] : [range(first), range(second)]
}
