import { itemFindings, itemStatuses } from '@vermilion/contract/datasets/items'
import { splits } from '@vermilion/contract/datasets/kinds'
import { labelSourcesOf } from '@vermilion/contract/datasets/label-sources'
import { gridSide, itemReportEdges, type DatasetReport } from '@vermilion/contract/datasets/report'
import type { Database } from '#platform/database/database'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { CountRow, DatasetTables } from '../catalogue/tables.ts'
import { annotatorsOf } from './annotators.ts'
import { createDuplicates } from './duplicates.ts'
import { rangeOf } from './geometry.ts'
import type { GeometryStore } from './geometry-store.ts'

/** Builds reports from counters: a million images cost as much as ten. */
export function createReports(needs: { database: Database; store: DatasetStore; geometry: GeometryStore }) {
  const { database, store, geometry } = needs
  const reader = database.reader<DatasetTables>()
  const duplicatesOf = createDuplicates(database)

  return async (datasetId: string): Promise<DatasetReport> => {
    const dataset = await store.require(datasetId)
    const counted = reader.selectFrom('datasetCounts').selectAll().where('datasetId', '=', datasetId)
    const [labels, counts, times, shapes, duplicates] = await Promise.all([
      store.labelRows(datasetId),
      counted.orderBy('kind').orderBy('value').execute(),
      reader.selectFrom('datasetWorkTimes').selectAll().where('datasetId', '=', datasetId).execute(),
      geometry.find(datasetId),
      duplicatesOf(datasetId),
    ])
    const { fileCount, labeledCount, annotationCount } = dataset
    const images = (kind: CountRow['kind'], value: string) =>
      counts.find((row) => row.kind === kind && row.value === value)?.images ?? 0
    return {
      totalFiles: fileCount,
      labeledFiles: labeledCount,
      unlabeledFiles: fileCount - labeledCount,
      totalLabels: annotationCount,
      averageLabelsPerFile: fileCount === 0 ? null : annotationCount / fileCount,
      classes: labels.map(({ id, name, colour, annotationCount: count, imageCount }) => {
        return { labelId: id, name, colour, count, images: imageCount }
      }),
      statuses: itemStatuses.map((status) => ({ status, images: images('status', status) })),
      splits: splits.map((split) => ({ split, images: images('split', split) })),
      labelsPerImage: labelsPerImage(counts),
      boundedShapes: shapes.bounded,
      sizes: cellsOf(shapes.sizes),
      positions: cellsOf(shapes.positions),
      aspects: rangesOf(itemReportEdges.aspect).map((range, index) => {
        const [count = 0, on = 0] = shapes.aspects[index] ?? []
        return { ...range, shapes: count, images: on }
      }),
      sources: labelSourcesOf(
        counts.flatMap(({ kind, value, labels: some }) => (kind === 'source' ? [[value, some] as const] : [])),
      ),
      annotators: annotatorsOf(counts, times),
      findings: itemFindings.map((finding) => {
        if (finding === 'duplicate') return { finding, images: duplicates.images, shapes: duplicates.images }
        const [count = 0, on = 0] = shapes.findings[finding] ?? []
        return { finding, images: on, shapes: count }
      }),
      duplicates,
    }
  }
}

function rangesOf(edges: readonly number[]): { minimum: number; below: number | null }[] {
  return edges.map((minimum, index) => ({ minimum, below: edges[index + 1] ?? null }))
}

function labelsPerImage(counts: readonly CountRow[]): DatasetReport['labelsPerImage'] {
  const edges = itemReportEdges.labelsPerImage
  const ranges = rangesOf(edges).map((range) => ({ ...range, images: 0 }))
  for (const { kind, value, images } of counts) {
    const range = kind === 'labels' ? ranges[rangeOf(edges, Number(value))] : undefined
    if (range !== undefined) range.images += images
  }
  return ranges
}

function cellsOf(tallies: Readonly<Record<string, readonly [number, number]>>): DatasetReport['sizes'] {
  return Object.entries(tallies).map(([key, [shapes, images]]) => {
    const cell = Number(key)
    return { cell, column: cell % gridSide, row: Math.floor(cell / gridSide), shapes, images }
  })
}
