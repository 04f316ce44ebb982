import type { FilePage } from '@vermilion/contract/files'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Spaces } from '#areas/spaces'
import { flag, type Flag } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { toFile, type FileRow } from '../store.ts'
import { folderPath } from '../folders/folder-path.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import { directed, orderOf } from '../listing/orders.ts'
import { pageOf, readCursor } from '../listing/page.ts'
import { createRowReader } from '../listing/row-reader.ts'
import { scopeOf } from '../listing/scope.ts'

interface Tables {
  files: FileRow
  readTexts: { fileNumber: number; state: string; hasWords: Flag }
}

export interface TextBeside {
  readonly number: number
  readonly id: string
  readonly size: number
  /** Changes with the content. */
  readonly state: string
}

interface Needs {
  readonly database: Database
  readonly spaces: Spaces
  readonly folders: Pick<FolderStore, 'byPath'>
}

const order = orderOf('name')
const isPicture = sql<SqlBool>`${sql.ref('files.kind')} = 'image'`

/** `a/1.txt` for `a/1.png`: the part of the path up to the last dot, with another extension. */
const pathBeside = sql`rtrim(${sql.ref('files.path')}, replace(${sql.ref('files.path')}, '.', '')) || 'txt'`

const liesBeside = sql<SqlBool>`${sql.ref('text.spaceId')} = ${sql.ref('files.spaceId')}
  and ${sql.ref('text.path')} = ${pathBeside} and ${sql.ref('text.size')} > 0`

const stateOfText: RawBuilder<string> = sql`coalesce(${sql.ref('text.checksum')},
  ${sql.ref('text.size')} || ' ' || ${sql.ref('text.modifiedAt')})`

const wasRead = (more: RawBuilder<unknown> = sql``) => sql<SqlBool>`exists (select 1 from ${sql.table('readTexts')}
  where ${sql.ref('readTexts.fileNumber')} = ${sql.ref('text.number')}
  and ${sql.ref('readTexts.state')} = ${stateOfText} ${more})`

const isWordless = wasRead(sql`and ${sql.ref('readTexts.hasWords')} = 0`)

const hasWordsBeside = sql<SqlBool>`exists (select 1 from ${sql.table('files')} as ${sql.table('text')}
  where ${liesBeside} and not ${isWordless})`

/** An unread text counts as having words; the result of reading is stored until the text changes. */
export function createTextsBeside({ database, spaces, folders }: Needs) {
  const reader = database.reader<Tables>()
  const rows = createRowReader(database)

  async function scopeBelow(spaceId: string, folder: string) {
    return scopeOf(folders, spaceId, { folder: await folderPath(spaces, spaceId, folder), recursive: true })
  }

  async function conditionsBelow(spaceId: string, folder: string): Promise<Expression<SqlBool>[]> {
    const { indexed, residualConditions } = await scopeBelow(spaceId, folder)
    return [indexed, ...residualConditions(), isPicture]
  }

  const all = (conditions: readonly Expression<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`

  async function count(spaceId: string, folder: string): Promise<number> {
    return (await rows.count({ conditions: [...(await conditionsBelow(spaceId, folder)), hasWordsBeside] })).files
  }

  async function unreadIn(spaceId: string, folder: string) {
    return reader
      .selectFrom('files')
      .innerJoin('files as text', (join) => join.on(liesBeside))
      .where(all(await conditionsBelow(spaceId, folder)))
      .where(sql<SqlBool>`not ${wasRead()}`)
  }

  return {
    count,

    async page(spaceId: string, folder: string, hasWords: boolean, { cursor: text, limit }: PageQuery) {
      const cursor = text === undefined ? undefined : readCursor('name', text)
      const scope = await scopeBelow(spaceId, folder)
      const isAsked = hasWords ? hasWordsBeside : sql<SqlBool>`not ${hasWordsBeside}`
      const conditions = [scope.indexed, ...scope.residualConditions(order), isPicture, isAsked]
      const query = { order: directed(order, cursor), conditions, after: cursor?.position }
      const page = pageOf(await rows.read(query, limit + 1), { sort: 'name', limit, cursor }, null)
      return { ...page, items: page.items.map(toFile) } satisfies FilePage
    },

    async unread(spaceId: string, folder: string, limit: number): Promise<TextBeside[]> {
      const texts = (await unreadIn(spaceId, folder)).select(['text.number', 'text.id', 'text.size'])
      return texts.select(stateOfText.as('state')).distinct().limit(limit).execute()
    },

    async countUnread(spaceId: string, folder: string): Promise<number> {
      const counted = (await unreadIn(spaceId, folder)).select(sql<number>`count(distinct "text"."number")`.as('count'))
      return (await counted.executeTakeFirstOrThrow()).count
    },

    async keep(read: readonly (Pick<TextBeside, 'number' | 'state'> & { hasWords: boolean })[]): Promise<void> {
      if (read.length === 0) return
      const texts = read.map(({ number, state, hasWords }) => ({
        fileNumber: number,
        state,
        hasWords: flag(hasWords),
      }))
      const rowsOfTexts = database.query<Tables>().insertInto('readTexts').values(texts)
      await rowsOfTexts
        .onConflict((conflict) =>
          conflict
            .column('fileNumber')
            .doUpdateSet(({ ref }) => ({ state: ref('excluded.state'), hasWords: ref('excluded.hasWords') })),
        )
        .execute()
    },
  }
}
