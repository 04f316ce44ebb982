import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Insertable } from 'kysely'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { FoundItem, ItemRow } from '../tables.ts'

/** An image as the server works with it. */
export type StoredItem = DatasetItem & { place: string; checksum: string }

/** What an image is before anybody has seen it. */
export const untouched = {
  status: 'to-label',
  tags: [],
  annotationCount: 0,
  annotator: null,
  annotatedAt: null,
  reviewer: null,
  note: '',
  revision: 0,
  available: true,
  score: null,
} as const satisfies Partial<Omit<DatasetItem, 'tags'>> & { tags: [] }

export function storedOf(row: FoundItem): StoredItem {
  const { number: _number, stamp: _stamp, labels: _labels, cells: _cells, findings: _findings, ...rest } = row
  const { duplicated: _duplicated, counted: _counted, lineage: _lineage, ...item } = rest
  const { tags, available, score } = item
  return { ...item, tags: readJson(tags), available: available === 1, score: score < 0 ? null : score }
}

/** An image as everybody may see it. */
export function itemOf(stored: StoredItem): DatasetItem {
  const { checksum: _checksum, place: _place, ...item } = stored
  return item
}

/** Its score is taken over from the file. */
export function rowOf({ score: _score, ...item }: StoredItem): Insertable<ItemRow> {
  return { ...item, tags: writeJson(item.tags), available: flag(item.available) }
}
