import type { Expression, SqlBool } from 'kysely'
import { isAfter, rangesAfter } from './orders.ts'
import type { Order, OrderPosition } from './orders.ts'
import type { Candidates } from './search/candidates.ts'

export interface RowQuery {
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly candidates?: Candidates | undefined
  readonly after?: OrderPosition | undefined
}

export type Range = Omit<RowQuery, 'after'>

/** The query as one or two consecutive ranges. Candidates are few and never an index range. */
export function rangesOf({ after, ...query }: RowQuery): [Range, Range?] {
  if (after === undefined) return [query]
  const { order, conditions, candidates } = query
  if (candidates !== undefined) return [{ ...query, conditions: [...conditions, isAfter(order, after)] }]
  const [first = isAfter(order, after), second] = rangesAfter(order, after)
  const range = (condition: Expression<SqlBool>): Range => ({ ...query, conditions: [...conditions, condition] })
  return second === undefined ? [range(first)] : [range(first), range(second)]
}
