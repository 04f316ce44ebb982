import { type ImageChange, imageChanges, type versionDiff } from '@vermilion/contract/datasets/versions'
import type { z } from 'zod'
import type { Blob } from '#platform/blobs/blob-store'
import type { BlobOwner, BlobOwners } from '#platform/blobs/index-check'
import type { Clock } from '#platform/clock'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export type ImageCounts = NonNullable<z.output<typeof versionDiff>['images']>

export interface StoredDiff {
  readonly images: ImageCounts
  readonly changes: Readonly<Record<ImageChange, Blob>>
}

interface Pair {
  readonly beforeId: string
  readonly afterId: string
}

interface DiffTables {
  datasetVersionDiffs: Pair & { images: JsonText<ImageCounts>; createdAt: string }
  datasetVersionChanges: Pair & Blob & { change: ImageChange }
}

export function createDiffStore(needs: { database: Database; clock: Clock; blobOwners: BlobOwners }) {
  const { database, clock } = needs
  const query = database.query<DiffTables>()
  needs.blobOwners.add(owner(database))

  return {
    async find({ beforeId, afterId }: Pair): Promise<StoredDiff | undefined> {
      const row = await query
        .selectFrom('datasetVersionDiffs')
        .select('images')
        .where('beforeId', '=', beforeId)
        .where('afterId', '=', afterId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const parts = await query
        .selectFrom('datasetVersionChanges')
        .select(['change', 'checksum', 'size'])
        .where('beforeId', '=', beforeId)
        .where('afterId', '=', afterId)
        .execute()
      const changes = Object.fromEntries(parts.map(({ change, ...blob }) => [change, blob]))
      return { images: readJson(row.images), changes: changes as StoredDiff['changes'] }
    },

    async keep({ beforeId, afterId }: Pair, { images, changes }: StoredDiff): Promise<void> {
      const pair = { beforeId, afterId }
      await query
        .insertInto('datasetVersionDiffs')
        .values({ ...pair, images: writeJson(images), createdAt: clock.time() })
        .execute()
      const rows = imageChanges.map((change) => ({ ...pair, change, ...changes[change] }))
      await query.insertInto('datasetVersionChanges').values(rows).execute()
    },

    /** Their versions are compared again on request. */
    async forget(keptBefore: string): Promise<void> {
      await query.deleteFrom('datasetVersionDiffs').where('createdAt', '<', keptBefore).execute()
    },
  }
}

export type DiffStore = ReturnType<typeof createDiffStore>

function owner(database: Database): BlobOwner {
  const reader = database.reader<DiffTables>()
  return {
    category: 'version',
    async named(checksums) {
      const rows = await reader
        .selectFrom('datasetVersionChanges')
        .select('checksum')
        .where('checksum', 'in', [...checksums])
        .execute()
      return rows.map(({ checksum }) => checksum)
    },
    all: () => reader.selectFrom('datasetVersionChanges').select(['checksum', 'size']).distinct().stream(),
  }
}
