import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import { createMutex } from '#platform/mutex'
import type { Mutex } from '#platform/mutex'
import type { FileRow } from '../store.ts'
import { beyond, beyondRow, sorted } from './orders.ts'
import type { Order, Place } from './orders.ts'
import { createRemembered } from './remembered.ts'

const mostPlaces = 100_000

interface Anchors {
  readonly turn: Mutex
  /** The last place of each full step. */
  readonly places: Place[]
  ended: boolean
}

interface List {
  readonly key: string
  readonly indexed: Expression<SqlBool>
  readonly order: Order
}

/**
 * Places every so many files, so that a page far down costs what the first one does. They are found as far as somebody
 * has asked, by steps over an index, and hold until a file of the space changes.
 */
export function createAnchors(database: Database, step: number) {
  const reader = database.reader<{ files: FileRow }>()
  const remembered = createRemembered<Anchors>(mostPlaces, ({ places }) => places.length + 1)

  /** The places of the next steps. Each is found from the one before it, within one statement. */
  async function next({ indexed, order }: List, from: Place | undefined, steps: number): Promise<Place[]> {
    const files = sql.table('files')
    const stepFrom = (start: Expression<SqlBool>) =>
      sql`(select ${sql.ref('files.number')} from ${files} where ${indexed} and ${start}
        order by ${sorted(order)} limit 1 offset ${step - 1})`
    const first = stepFrom(from === undefined ? sql<SqlBool>`1 = 1` : beyond(order, from))
    const [anchor, at, number] = [sql.table('anchor'), sql.table('at'), sql.ref('number')]
    const join = sql`${anchor} cross join ${files} as ${at} where ${sql.ref('at.number')} = ${sql.ref('anchor.number')}`
    const found = sql<{ value: string | number; number: number }>`(
      with recursive ${anchor} (${number}) as (
        select ${first} as ${number} union all
        select ${stepFrom(beyondRow(order, 'at'))} from ${join} limit ${steps}
      )
      select ${sql.ref(`at.${order.column}`)} as ${sql.ref('value')}, ${sql.ref('at.number')} as ${number} from ${join})`
    const rows = await reader.selectFrom(found.as('found')).selectAll().execute()
    return rows.map(({ value, number }) => [value, number])
  }

  return {
    /** A place before the file at a position, and how many files up to it, with it. Undefined: the beginning. */
    async before(list: List, version: number, position: number): Promise<{ place: Place; files: number } | undefined> {
      const { column, descending } = list.order
      const key = `${list.key} ${column} ${descending}`
      const make = (): Anchors => ({ turn: createMutex(), places: [], ended: false })
      const anchors = remembered.findOr(key, version, make)
      const needed = Math.floor(position / step)
      const release = await anchors.turn()
      try {
        const missing = needed - anchors.places.length
        if (missing > 0 && !anchors.ended) {
          const found = await next(list, anchors.places.at(-1), missing)
          anchors.places.push(...found)
          anchors.ended = found.length < missing
          remembered.keep(key, version, anchors)
        }
      } finally {
        release()
      }
      const steps = Math.min(needed, anchors.places.length)
      const place = anchors.places[steps - 1]
      return place && { place, files: steps * step }
    },
  }
}
