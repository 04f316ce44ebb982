import type { DatasetExport, exportCreate, exportSend, exportSent } from '@vermilion/contract/datasets/exports'
import type { z } from 'zod'
import type { BlobOwner } from '#platform/blobs/index-check'
import { rowsOf } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'

type ExportSend = z.output<typeof exportSend>
export type ExportChoice = Pick<z.output<typeof exportCreate>, 'filter' | 'geometry' | 'firstPixel'>

/** Only one that is `sending` changes. */
export interface StoredSending extends Omit<z.output<typeof exportSent>, 'address'>, Omit<ExportSend, 'prefix'> {
  readonly bucket: string
  readonly key: string
  /** What lies there from now on is of this export. */
  readonly isBegun: boolean
}

export interface StoredExport extends Omit<DatasetExport, 'progress' | 'firstPixel' | 'sent'> {
  readonly sent: StoredSending | null
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

type StoredColumns = Omit<StoredExport, 'choice'> & { readonly filter: ExportChoice }

const exportRows = rowsOf<StoredColumns>()(['filter', 'error', 'sent'], ['withImages'])
type ExportRow = ReturnType<typeof exportRows.write>

interface Tables {
  datasetExports: ExportRow
}

const maximumListed = 100

const exportStatus = statusTable<DatasetExport['status']>('export', {
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
    async add({ choice, ...row }: StoredExport): Promise<void> {
      const values = exportRows.write({ ...row, filter: choice })
      await query.insertInto('datasetExports').values(values).execute()
    },
    async step(
      id: string,
      to: DatasetExport['status'],
      change: Partial<Omit<StoredExport, 'status' | 'choice'>> = {},
    ): Promise<boolean> {
      const changed = await query
        .updateTable('datasetExports')
        .set(exportRows.writeSome({ ...change, status: to }))
        .where('id', '=', id)
        .where('status', 'in', exportStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    async send(id: string, sent: StoredSending, expiresAt: string): Promise<void> {
      const values = exportRows.writeSome({ sent, expiresAt })
      await query.updateTable('datasetExports').set(values).where('id', '=', id).execute()
    },
    async forget(now: string): Promise<string[]> {
      const removed = query.deleteFrom('datasetExports').where('expiresAt', '<', now).returning('id')
      return (await removed.execute()).map(({ id }) => id)
    },
  }
}

export type ExportStore = ReturnType<typeof createExportStore>

function exportOf(row: ExportRow): StoredExport {
  const { filter: choice, ...stored } = exportRows.read(row)
  return { ...stored, choice }
}
