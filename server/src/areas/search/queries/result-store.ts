import type { SearchTerm } from '@vermilion/contract/image-search/terms'
import { sql, type Generated } from 'kysely'
import type { FileRow } from '#areas/files'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { imagesIn, satisfies, weightOf, type Scope } from './conditions.ts'

interface Tables {
  files: Omit<FileRow, 'number'> & { number: Generated<number> }
  spaces: { id: string }
  searchContents: { slot: number; checksum: string | null; embedder: string; readable: number }
  fileVersions: { spaceId: string; version: number }
}

export interface Requested {
  readonly scope: Scope
  readonly terms: readonly SearchTerm[]
}

export type ResultStore = ReturnType<typeof createResultStore>

export function createResultStore(database: Database, embedder: () => string) {
  const reader = database.reader<Tables>()
  const images = ({ scope, terms }: Requested) =>
    reader
      .selectFrom('files')
      .innerJoin('spaces', 'spaces.id', 'files.spaceId')
      .where(imagesIn(scope))
      .where(satisfies(terms))
  const contents = (requested: Requested) =>
    images(requested)
      .innerJoin('searchContents', 'searchContents.checksum', 'files.checksum')
      .where('searchContents.embedder', '=', embedder())
      .where('searchContents.readable', '=', 1)

  return {
    async byWords(requested: Requested, { offset, limit }: { offset: number; limit: number }) {
      const rows = images(requested).select(['files.id', sql<number>`count(*) over ()`.as('total')])
      const ordered = rows.orderBy(weightOf(requested.terms), 'desc').orderBy('files.path').orderBy('files.id')
      const page = await ordered.offset(offset).limit(limit).execute()
      return {
        ids: page.map(({ id }) => id),
        total: page[0]?.total ?? (offset === 0 ? 0 : await this.count(requested)),
      }
    },
    async count(requested: Requested): Promise<number> {
      const counted = images(requested).select(({ fn }) => fn.countAll<number>().as('count'))
      return (await counted.executeTakeFirstOrThrow()).count
    },
    async slots(requested: Requested): Promise<number[]> {
      const rows = await contents(requested).select('searchContents.slot').distinct().execute()
      return rows.map(({ slot }) => slot)
    },
    filesAt: (slots: readonly number[], requested: Requested) =>
      contents(requested)
        .select(['files.id', 'files.path', 'searchContents.slot'])
        .where('searchContents.slot', 'in', dialect.numbers(slots))
        .execute(),
    async countNotIndexed(scope: Scope): Promise<number> {
      const lacking = images({ scope, terms: [] })
        .leftJoin('searchContents', (join) =>
          join.onRef('searchContents.checksum', '=', 'files.checksum').on('searchContents.embedder', '=', embedder()),
        )
        .where('searchContents.slot', 'is', null)
      return (await lacking.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
    },
    countBySpace: () =>
      reader
        .selectFrom('files')
        .leftJoin('searchContents', (join) =>
          join.onRef('searchContents.checksum', '=', 'files.checksum').on('searchContents.embedder', '=', embedder()),
        )
        .where('files.kind', '=', 'image')
        .groupBy('files.spaceId')
        .select('files.spaceId')
        .select(({ fn, or, eb }) => [
          fn.countAll<number>().as('images'),
          fn.countAll<number>().filterWhere('searchContents.readable', '=', 1).as('indexed'),
          fn
            .countAll<number>()
            .filterWhere(or([eb('files.broken', '=', 1), eb('searchContents.readable', '=', 0)]))
            .as('unreadable'),
        ])
        .execute(),
    /** Changes with the files of these spaces, or of all when none is given. */
    async versionOf(spaces: readonly string[]): Promise<string> {
      const versions = database.query<Tables>().selectFrom('fileVersions').select(['spaceId', 'version'])
      const named = spaces.length === 0 ? versions : versions.where('spaceId', 'in', spaces)
      return (await named.orderBy('spaceId').execute()).map((row) => `${row.spaceId}:${row.version}`).join()
    },
  }
}
