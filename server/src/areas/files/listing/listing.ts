import type { FileFilter, FileOrder, FilePageQuery } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import type { FolderStore } from '../folder-store.ts'
import type { FileRow } from '../store.ts'
import { conditionsOf } from './conditions.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { orderOf, placeOf, reversed } from './orders.ts'
import type { Order, Place } from './orders.ts'
import { scopeOf } from './scope.ts'

interface ListTables {
  files: FileRow
}

export interface FileRows {
  items: FileRow[]
  from: number
  total: number | null
  nextCursor: string | null
  previousCursor: string | null
}

type Asked = Omit<FilePageQuery, 'cursor' | 'offset'> & Partial<FilePageQuery>

/** Lists of files: what a filter finds, in an order, by pages. */
export function createListing(database: Database, folders: Pick<FolderStore, 'byPath'>) {
  const reader = database.reader<ListTables>()

  async function listOf(spaceId: string, filter: FileFilter) {
    const scope = await scopeOf(folders, spaceId, filter)
    const narrowing = conditionsOf(filter)
    return { conditions: [...scope.conditions, ...narrowing], scope, whole: narrowing.length === 0 }
  }

  function rows(conditions: readonly Expression<SqlBool>[], { column, descending }: Order, limit: number) {
    const direction = descending ? 'desc' : 'asc'
    let query = reader.selectFrom('files').selectAll('files').orderBy(`files.${column}`, direction).limit(limit)
    if (column !== 'number') query = query.orderBy('files.number', direction)
    for (const condition of conditions) query = query.where(condition)
    return query
  }

  return {
    /** Fails as `request.invalid` on a cursor of another order, or with a position beside it. */
    async page(spaceId: string, filter: FileFilter, asked: Asked): Promise<FileRows> {
      const { sort, limit, cursor: text, offset = 0 } = asked
      if (text !== undefined && asked.offset !== undefined) {
        throw fail('request.invalid', { detail: 'a page is asked for by cursor or by offset, not by both' })
      }
      const { conditions, scope, whole } = await listOf(spaceId, filter)
      const cursor = text === undefined ? undefined : readCursor(sort, text)
      const order = orderOf(sort)
      if (cursor === undefined) {
        const found = await rows(conditions, order, limit + 1)
          .offset(offset)
          .execute()
        return answer(found, {
          sort,
          limit,
          before: offset,
          more: found.length > limit,
          total: whole ? scope.files : null,
        })
      }
      const backwards = cursor.go === 'before'
      const way = backwards ? reversed(order) : order
      const found = await rows([...conditions, beyond(way, cursor.place)], way, limit + 1).execute()
      const items = found.slice(0, limit)
      const more = found.length > limit
      const before = backwards ? (more ? Math.max(cursor.position - items.length, 1) : 0) : cursor.position
      const known = { sort, limit, before, total: whole ? scope.files : null }
      return answer(backwards ? items.reverse() : items, { ...known, more: backwards || more })
    },

    /** The next files in the order of names, for work that goes through all of them. */
    async after(spaceId: string, filter: FileFilter, last: FileRow | undefined, limit: number): Promise<FileRow[]> {
      const order = orderOf('name')
      const { conditions } = await listOf(spaceId, filter)
      const rest = last === undefined ? conditions : [...conditions, beyond(order, placeOf(last, order))]
      return rows(rest, order, limit).execute()
    },

    async count(spaceId: string, filter: FileFilter): Promise<{ files: number; bytes: number }> {
      const { conditions, scope, whole } = await listOf(spaceId, filter)
      if (whole) return { files: scope.files, bytes: scope.bytes }
      let query = reader
        .selectFrom('files')
        .select([
          sql<number>`count(*)`.as('files'),
          sql<number>`coalesce(sum(${sql.ref('files.size')}), 0)`.as('bytes'),
        ])
      for (const condition of conditions) query = query.where(condition)
      return query.executeTakeFirstOrThrow()
    },
  }
}

interface Known {
  readonly sort: FileOrder
  readonly limit: number
  /** Files before the first one found. */
  readonly before: number
  readonly more: boolean
  readonly total: number | null
}

function answer(found: readonly FileRow[], { sort, limit, before, more, total }: Known): FileRows {
  const items = found.slice(0, limit)
  const order = orderOf(sort)
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) {
    return { items, from: 0, total: before === 0 ? 0 : total, nextCursor: null, previousCursor: null }
  }
  const position = before + items.length
  return {
    items,
    from: before + 1,
    total: total ?? (more ? null : position),
    nextCursor: more ? writeCursor(sort, { go: 'after', place: placeOf(last, order), position }) : null,
    previousCursor:
      before > 0 ? writeCursor(sort, { go: 'before', place: placeOf(first, order), position: before }) : null,
  }
}

/** The first comparison is implied by the rest and stands there because it is the one that an index can answer. */
function beyond({ column, descending }: Order, [value, number]: Place): Expression<SqlBool> {
  const past = descending ? sql`<` : sql`>`
  const [key, tie] = [sql.ref(`files.${column}`), sql.ref('files.number')]
  if (column === 'number') return sql`${tie} ${past} ${number}`
  return sql`(${key}, ${tie}) ${past} (${value}, ${number})`
}
