import type { ArtifactKind } from '@vermilion/contract/rollouts/artifact-kinds'
import type { Artifact, artifactSorts } from '@vermilion/contract/rollouts/artifacts'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import type { BlobOwner } from '#platform/blobs/index-check'
import { flag, type Flag } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'

export interface ArtifactRow extends Omit<Artifact, 'signed' | 'repeatable' | 'rollouts'> {
  signed: Flag
  repeatable: Flag
  uploadId: string | null
}

interface ArtifactTables {
  artifacts: ArtifactRow
  rollouts: { id: string; name: string; artifactId: string; status: string }
}

export interface ArtifactQuery extends ListQuery {
  kind?: ArtifactKind | undefined
}

const orders = {
  name: { column: 'name', by: alphabetical },
  kind: { column: 'kind' },
  size: { column: 'size' },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof artifactSorts)[number], object>

const needing = ['draft', 'running', 'paused', 'rolling-back']

const artifactOf = ({ uploadId: _uploadId, signed, repeatable, ...row }: ArtifactRow, rollouts: number): Artifact => ({
  ...row,
  signed: signed === flag(true),
  repeatable: repeatable === flag(true),
  rollouts,
})

export type ArtifactStore = ReturnType<typeof createArtifactStore>

export function createArtifactStore(database: Database) {
  const query = database.query<ArtifactTables>()
  const reader = database.reader<ArtifactTables>()

  async function rolloutsOf(artifactIds: readonly string[]): Promise<Map<string, number>> {
    if (artifactIds.length === 0) return new Map()
    const rows = await reader
      .selectFrom('rollouts')
      .select(['artifactId', (expression) => expression.fn.countAll<number>().as('count')])
      .where('artifactId', 'in', [...artifactIds])
      .groupBy('artifactId')
      .execute()
    return new Map(rows.map(({ artifactId, count }) => [artifactId, count]))
  }
  async function withCount(row: ArtifactRow | undefined): Promise<Artifact | undefined> {
    return row && artifactOf(row, (await rolloutsOf([row.id])).get(row.id) ?? 0)
  }
  const all = () => query.selectFrom('artifacts').selectAll()

  return {
    async byId(id: string) {
      return withCount(await all().where('id', '=', id).executeTakeFirst())
    },
    async byUpload(uploadId: string) {
      return withCount(await all().where('uploadId', '=', uploadId).executeTakeFirst())
    },
    async byVersion({ kind, name, version }: Pick<Artifact, 'kind' | 'name' | 'version'>) {
      const rows = all().where('kind', '=', kind).where('name', '=', name).where('version', '=', version)
      return withCount(await rows.executeTakeFirst())
    },
    neededBy: (artifactId: string) =>
      query
        .selectFrom('rollouts')
        .select('name')
        .where('artifactId', '=', artifactId)
        .where('status', 'in', needing)
        .executeTakeFirst(),
    add: (row: ArtifactRow) => query.insertInto('artifacts').values(row).execute(),
    setNotes: (id: string, notes: string) =>
      query.updateTable('artifacts').set({ notes }).where('id', '=', id).execute(),
    remove: (id: string) => query.deleteFrom('artifacts').where('id', '=', id).execute(),
    async page({ kind, ...filters }: ArtifactQuery) {
      let rows = reader.selectFrom('artifacts').selectAll()
      if (kind !== undefined) rows = rows.where('kind', '=', kind)
      const searched = ['name', 'version', 'compatible', 'notes'].map((column) =>
        contains(column, filters.search ?? ''),
      )
      const sort = orderOf(orders, filters.sort, '-createdAt')
      const page = await readPage(narrow(rows, filters, searched), { ...filters, sort })
      const counts = await rolloutsOf(page.items.map(({ id }) => id))
      return { ...page, items: page.items.map((row) => artifactOf(row, counts.get(row.id) ?? 0)) }
    },
    blobOwner: {
      category: 'artifact',
      holders: (ids) =>
        reader
          .selectFrom('artifacts')
          .select(['id', 'name'])
          .where('id', 'in', [...ids])
          .execute(),
      async named(checksums) {
        const rows = await reader
          .selectFrom('artifacts')
          .select('checksum')
          .where('checksum', 'in', [...checksums])
          .execute()
        return rows.map(({ checksum }) => checksum)
      },
      all: () => reader.selectFrom('artifacts').select(['checksum', 'size']).stream(),
    } satisfies BlobOwner,
  }
}
