import type { DatasetExport, exportCreate } from '@vermilion/contract/datasets/exports'
import type { Text } from '@vermilion/contract/kernel/text'
import type { z } from 'zod'
import type { BlobOwner } from '#platform/blobs/index-check'
import { type Flag, type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'

export type ExportChoice = Pick<z.output<typeof exportCreate>, 'filter' | 'geometry' | 'firstPixel'>

export interface StoredExport extends Omit<DatasetExport, 'progress' | 'firstPixel'> {
  readonly withImages: boolean
  readonly choice: ExportChoice
  /** The blobs of all text files in sequence and of the file list; null until written. */
  readonly labels: string | null
  readonly labelsSize: number
  readonly plan: string | null
  readonly planSize: number
  readonly entries: number
  readonly startedBy: string | null
}

interface ExportRow extends Omit<StoredExport, 'withImages' | 'choice' | 'error'> {
  withImages: Flag
  filter: JsonText<ExportChoice> | null
  error: JsonText<Text> | null
}

interface Tables {
  datasetExports: ExportRow
}

const maximumListed = 100

export const exportStatus = statusTable<DatasetExport['status']>('export', {
  preparing: ['ready', 'failed', 'stopped'],
  ready: [],
  failed: [],
  stopped: [],
})

/** Each export owns the blobs that it names. */
export function createExportStore({ database }: { database: Database }) {
  const query = database.query<Tables>()
  const owner: BlobOwner = {
    category: 'export',
    async named(checksums) {
      if (checksums.length === 0) return []
      const rows = await query
        .selectFrom('datasetExports')
        .select(['labels', 'plan'])
        .where((row) => row.or([row('labels', 'in', checksums), row('plan', 'in', checksums)]))
        .execute()
      return rows.flatMap(({ labels, plan }) => [labels ?? [], plan ?? []].flat())
    },
    async *all() {
      for (const row of await query.selectFrom('datasetExports').selectAll().where('plan', 'is not', null).execute()) {
        yield { checksum: row.labels ?? '', size: row.labelsSize }
        yield { checksum: row.plan ?? '', size: row.planSize }
      }
    },
  }

  return {
    owner,
    async find(id: string): Promise<StoredExport | undefined> {
      const row = await query.selectFrom('datasetExports').selectAll().where('id', '=', id).executeTakeFirst()
      return row && exportOf(row)
    },
    async ofDataset(datasetId: string, now: string): Promise<StoredExport[]> {
      const rows = query.selectFrom('datasetExports').selectAll().where('datasetId', '=', datasetId)
      const matches = await rows
        .where('expiresAt', '>', now)
        .orderBy('createdAt', 'desc')
        .limit(maximumListed)
        .execute()
      return matches.map(exportOf)
    },
    async add({ withImages, choice, error, ...row }: StoredExport): Promise<void> {
      await query
        .insertInto('datasetExports')
        .values({
          ...row,
          withImages: withImages ? 1 : 0,
          filter: writeJson(choice),
          error: error && writeJson(error),
        })
        .execute()
    },
    async step(
      id: string,
      to: DatasetExport['status'],
      { error, ...set }: Partial<Omit<StoredExport, 'status' | 'withImages' | 'choice'>> = {},
    ): Promise<boolean> {
      const changed = await query
        .updateTable('datasetExports')
        .set({ ...set, ...(error ? { error: writeJson(error) } : {}), status: to })
        .where('id', '=', id)
        .where('status', 'in', exportStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    async forget(now: string): Promise<string[]> {
      const removed = query.deleteFrom('datasetExports').where('expiresAt', '<', now).returning('id')
      return (await removed.execute()).map(({ id }) => id)
    },
  }
}

export type ExportStore = ReturnType<typeof createExportStore>

function exportOf({ withImages, filter, error, ...row }: ExportRow): StoredExport {
  return {
    ...row,
    withImages: withImages === 1,
    choice: filter === null ? {} : readJson(filter),
    error: error && readJson(error),
  }
}
