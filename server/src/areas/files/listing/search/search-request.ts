import type { Expression, SqlBool } from 'kysely'
import type { FileRow } from '../../store.ts'
import type { FileList } from '../file-list.ts'
import { positionOf, type Order, type OrderPosition } from '../orders.ts'
import type { RowReader } from '../row-reader.ts'

export interface Search {
  readonly list: FileList
  readonly order: Order
  readonly narrowing: readonly Expression<SqlBool>[]
}

export interface Start {
  readonly position?: OrderPosition
  readonly offset?: number
}

/** Files by number. Undefined when the position is outdated: its file is deleted or has another value. */
export async function readFilesAfter(
  rows: Pick<RowReader, 'byNumbers'>,
  numbers: readonly number[],
  order: Order,
  position: OrderPosition | undefined,
): Promise<FileRow[] | undefined> {
  if (position === undefined) return rows.byNumbers(numbers)
  const [at, ...files] = await rows.byNumbers([position[1], ...numbers])
  return at?.number === position[1] && positionOf(at, order)[0] === position[0] ? files : undefined
}
