import type { exportCreate } from '@vermilion/contract/datasets/exports'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { Clock } from '#platform/clock'
import { newId } from '#platform/ids'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import type { StoredExport } from './export-store.ts'

/** Milliseconds that an export can be downloaded. */
const retentionMs = 24 * 3_600_000

export type ExportRequest = z.output<typeof exportCreate>

export async function requireFit(dataset: StoredDataset, { format, layout, firstPixel }: ExportRequest): Promise<void> {
  const { formats } = await import('@vermilion/contract/formats/registry')
  const codec = formats[format]
  if (!codec.labelTypes.includes(dataset.labelType)) throw fail('dataset.format-unfit', { format })
  if (layout !== undefined && !codec.layouts.some(({ id }) => id === layout)) {
    throw fail('request.invalid', { detail: `layout: ${format} has no ${layout}`, fields: { layout } })
  }
  if (firstPixel !== undefined && codec.firstPixels?.includes(firstPixel) !== true) {
    throw fail('request.invalid', { detail: `firstPixel: ${format} leaves no choice`, fields: { firstPixel } })
  }
  if (dataset.fileCount === 0) throw fail('dataset.empty')
}

export function newExport(
  dataset: StoredDataset,
  { format, layout, geometry, firstPixel, images: withImages, filter, versionId }: ExportRequest,
  { unavailable, startedBy, clock }: { unavailable: number; startedBy: string; clock: Clock },
): StoredExport {
  return {
    id: newId(),
    datasetId: dataset.id,
    format,
    layout: layout ?? null,
    versionId: versionId ?? null,
    withImages,
    choice: { filter, geometry, firstPixel },
    status: 'preparing',
    name: `${plain(dataset.name)}-${format}.zip`,
    images: 0,
    annotations: 0,
    unavailable,
    unfit: 0,
    size: 0,
    error: null,
    labels: null,
    labelsSize: 0,
    plan: null,
    planSize: 0,
    entries: 0,
    sent: null,
    startedBy,
    createdAt: clock.time(),
    expiresAt: new Date(clock.now() + retentionMs).toISOString(),
  }
}

function plain(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
}
