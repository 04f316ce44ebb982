import type { ItemFilter } from '@vermilion/contract/datasets/items'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { sql } from 'kysely'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { fits } from '../items/item-filter.ts'
import { labelOf, type StoredDataset } from '../catalogue/dataset-store.ts'
import type { SnapshotHead, WrittenImage } from './snapshot.ts'
import type { DatasetTables, LabelRow } from '../catalogue/tables.ts'

export interface SnapshotRows {
  head(): SnapshotHead
  images: AsyncIterable<WrittenImage>
}

/** A single statement reads everything, so all of it is of one moment, however long it takes. */
export function itemsOf(
  database: Database,
  { id, name }: StoredDataset,
  itemIds: readonly string[],
  filter: ItemFilter = {},
): SnapshotRows {
  const requested = new Set(itemIds)
  const snapshotHead: SnapshotHead = { name, labels: [] }

  async function* images(): AsyncGenerator<WrittenImage> {
    for await (const { head: labels, shapes, itemId, tags, ...item } of rowsOf(database, id, filter)) {
      if (labels !== null) snapshotHead.labels = labelsIn(labels)
      if (requested.size > 0 && !requested.has(itemId)) continue
      yield { ...item, itemId, tags: readJson(tags), shapes: shapes ?? '[]' }
    }
  }

  return { head: () => snapshotHead, images: images() }
}

function rowsOf(database: Database, datasetId: string, filter: ItemFilter) {
  const reader = database.reader<DatasetTables>()
  const there = reader
    .selectFrom('datasetItems')
    .where('datasetId', '=', datasetId)
    .where('available', '=', 1)
    .where(fits(filter))
  const first = there.select('place').orderBy('place').limit(1)
  const rows = reader.selectFrom('datasetLabels').where('datasetId', '=', datasetId)
  const labels = rows.select(dialect.rowsAsJson(labelColumns).as('rows'))
  return there
    .leftJoin('datasetAnnotations', 'datasetAnnotations.itemId', 'datasetItems.id')
    .select([
      'path',
      'fileId',
      'datasetItems.id as itemId',
      'checksum',
      'width',
      'height',
      'split',
      'status',
      'tags',
      'shapes',
      'annotator',
    ])
    .select(
      sql<string | null>`case when ${sql.ref('place')} = (${first}) then coalesce((${labels}), '[]') end`.as('head'),
    )
    .orderBy('place')
    .stream()
}

const labelColumns = ['id', 'index', 'name', 'colour', 'shortcut', 'attributes', 'leavesTo'] as const

function labelsIn(json: string): Label[] {
  const rows = (JSON.parse(json) as unknown[][]).map(
    (values) => Object.fromEntries(labelColumns.map((name, at) => [name, values[at]])) as unknown as LabelRow,
  )
  const labels = rows.map((row) => ({ ...labelOf(row), leaving: false }))
  return labels.toSorted((one, other) => one.index - other.index)
}
