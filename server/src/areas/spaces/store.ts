import type { Progress } from '@vermilion/contract/kernel/fields'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import type { ScanReport, Space, spaceSorts } from '@vermilion/contract/spaces'
import { sql } from 'kysely'
import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { prepareQuery, type PlaceholderOf } from '#platform/database/prepared-query'
import { anyContains, alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { newId } from '#platform/ids'
import { spaceStatus } from './rules.ts'

export interface SpaceRow extends Omit<Space, 'tags' | 'progress' | 'scanReport'> {
  tags: JsonText<string[]>
  progress: JsonText<Progress> | null
  scanReport: JsonText<ScanReport> | null
}

export interface SpaceQuery extends ListQuery {
  status?: Space['status'] | undefined
  tags?: string | undefined
}

const orders = {
  name: { column: 'name', by: alphabetical },
  path: { column: 'path', by: alphabetical },
  status: { column: 'status' },
  fileCount: { column: 'fileCount' },
  totalSize: { column: 'totalSize' },
  createdAt: { column: 'createdAt' },
  updatedAt: { column: 'updatedAt' },
} as const satisfies Record<(typeof spaceSorts)[number], object>

export type SpaceStore = ReturnType<typeof createSpaceStore>

export function createSpaceStore(database: Database) {
  const reader = database.reader<{ spaces: SpaceRow }>()
  const query = database.query<{ spaces: SpaceRow }>()
  const byId = prepareQuery(query, (from, placeholder: PlaceholderOf<{ id: string }>) =>
    from.selectFrom('spaces').selectAll().where('id', '=', placeholder('id')),
  )
  return {
    byId: async (id: string) => (await byId({ id }))[0],
    /** Spaces in place: paths of managed ones have neither a slash at the beginning nor two after a colon. */
    inPlace: () =>
      query
        .selectFrom('spaces')
        .selectAll()
        .where((where) =>
          where.or([
            dialect.fits('path', [{ character: '/' }, { any: true }]),
            dialect.fits('path', [
              { any: true },
              { character: ':' },
              { character: '/' },
              { character: '/' },
              { any: true },
            ]),
          ]),
        )
        .execute(),
    byName: (name: string) => query.selectFrom('spaces').select('id').where('name', '=', name).executeTakeFirst(),
    byPath: (path: string) => query.selectFrom('spaces').select('id').where('path', '=', path).executeTakeFirst(),
    openedBy: (storageId: string) =>
      query.selectFrom('spaces').select('name').where('storageId', '=', storageId).orderBy('name').limit(10).execute(),
    page({ status, ...filters }: SpaceQuery) {
      const { search = '' } = filters
      const all = reader.selectFrom('spaces').selectAll()
      const some =
        status === undefined ? all : all.where('status', 'in', status === 'normal' ? ['normal', 'success'] : [status])
      const rows = narrow(some, filters, [
        contains('name', search),
        contains('path', search),
        anyContains('tags', search),
      ])
      return readPage(rows, { ...filters, sort: orderOf(orders, filters.sort, '-createdAt') })
    },
    add: (row: SpaceRow) => query.insertInto('spaces').values(row).execute(),
    update: (id: string, set: Partial<SpaceRow>) => query.updateTable('spaces').set(set).where('id', '=', id).execute(),
    /** False when the space is deleted or the transition is not allowed. */
    async step(id: string, to: Space['status'], set: Partial<SpaceRow>): Promise<boolean> {
      const step = query.updateTable('spaces').set({ ...set, status: to })
      const from = [...spaceStatus.sources(to), to]
      const changed = await step.where('id', '=', id).where('status', 'in', from).executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    addToCounters: (id: string, files: number, bytes: number, updatedAt: string) =>
      query
        .updateTable('spaces')
        .set({
          fileCount: sql<number>`${sql.ref('fileCount')} + ${files}`,
          totalSize: sql<number>`${sql.ref('totalSize')} + ${bytes}`,
          updatedAt,
        })
        .where('id', '=', id)
        .execute(),
    counters: () => reader.selectFrom('spaces').select(['id', 'fileCount', 'totalSize']).execute(),
    async remove(id: string): Promise<boolean> {
      return (await query.deleteFrom('spaces').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

export function toSpace({ tags, progress, scanReport, ...row }: SpaceRow): Space {
  return {
    ...row,
    tags: readJson(tags),
    progress: progress === null ? null : readJson(progress),
    scanReport: scanReport === null ? null : readJson(scanReport),
  }
}

export function newSpaceRow(
  { name, path, storageId, description, tags }: Pick<Space, 'name' | 'path' | 'storageId' | 'description' | 'tags'>,
  creator: string,
  now: string,
): SpaceRow {
  return {
    id: newId(),
    name,
    path,
    storageId,
    description,
    tags: writeJson(tags),
    status: 'normal',
    progress: null,
    fileCount: 0,
    totalSize: 0,
    scannedAt: null,
    scanReport: null,
    creator,
    createdAt: now,
    updatedAt: now,
  }
}
