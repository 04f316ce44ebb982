import { type ImageChange, imageChanges, type versionDiff } from '@vermilion/contract/datasets/versions'
import type { z } from 'zod'
import type { Blob } from '#platform/blobs/blob-store'
import { rowOwner } from '#platform/blobs/index-check'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'

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

export function createDiffStore({ database, clock, blobOwners }: Pick<Platform, 'database' | 'clock' | 'blobOwners'>) {
  const query = database.query<DiffTables>()
  blobOwners.add(rowOwner(database, 'version', 'datasetVersionChanges'))

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
    async forget(cutoff: string): Promise<void> {
      await query.deleteFrom('datasetVersionDiffs').where('createdAt', '<', cutoff).execute()
    },
  }
}

export type DiffStore = ReturnType<typeof createDiffStore>
