import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Insertable } from 'kysely'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { FoundItem, ItemRow } from '../catalogue/tables.ts'

export type StoredItem = DatasetItem & { place: string; checksum: string }

export const untouched = {
  status: 'to-label',
  tags: [],
  annotationCount: 0,
  annotator: null,
  annotatedAt: null,
  reviewer: null,
  note: '',
  assignee: null,
  assignedReviewer: null,
  revision: 0,
  available: true,
  score: null,
} as const satisfies Partial<Omit<DatasetItem, 'tags'>> & { tags: [] }

export function storedOf(row: FoundItem): StoredItem {
  return storedOfValues(storedColumns.map((name) => row[name]) as unknown as StoredValues)
}

export const storedColumns = [
  'id',
  'datasetId',
  'fileId',
  'spaceId',
  'path',
  'width',
  'height',
  'status',
  'split',
  'annotationCount',
  'annotator',
  'annotatedAt',
  'reviewer',
  'note',
  'assignee',
  'assignedReviewer',
  'revision',
  'updatedAt',
  'place',
  'checksum',
  'tags',
  'available',
  'score',
] as const satisfies (keyof FoundItem)[]

type ValuesOf<Names extends readonly (keyof FoundItem)[]> = { -readonly [At in keyof Names]: FoundItem[Names[At]] }
/** The columns of an item in their order: a page is read as one text, at a third of the cost of rows. */
export type StoredValues = ValuesOf<typeof storedColumns>

export function storedOfValues(values: StoredValues): StoredItem {
  const [id, datasetId, fileId, spaceId, path, width, height, status, split, annotationCount, ...more] = values
  const [annotator, annotatedAt, reviewer, note, assignee, assignedReviewer, revision, updatedAt, ...rest] = more
  const [sortKey, checksum, tags, available, score] = rest
  return {
    id,
    datasetId,
    fileId,
    spaceId,
    path,
    width,
    height,
    status,
    split,
    annotationCount,
    annotator,
    annotatedAt,
    reviewer,
    note,
    assignee,
    assignedReviewer,
    revision,
    updatedAt,
    place: sortKey,
    checksum,
    tags: tags === '[]' ? [] : readJson(tags),
    available: available === 1,
    score: score < 0 ? null : score,
  }
}

/** Fields are named one by one: pages hold thousands of items, and rest properties cost three times as much. */
export function itemOf(row: StoredItem): DatasetItem {
  return {
    id: row.id,
    datasetId: row.datasetId,
    fileId: row.fileId,
    spaceId: row.spaceId,
    path: row.path,
    width: row.width,
    height: row.height,
    status: row.status,
    split: row.split,
    annotationCount: row.annotationCount,
    annotator: row.annotator,
    annotatedAt: row.annotatedAt,
    reviewer: row.reviewer,
    note: row.note,
    assignee: row.assignee,
    assignedReviewer: row.assignedReviewer,
    revision: row.revision,
    updatedAt: row.updatedAt,
    tags: row.tags,
    available: row.available,
    score: row.score,
  }
}

/** The score is copied from the file. */
export function rowOf({ score: _score, ...item }: StoredItem): Insertable<ItemRow> {
  return { ...item, tags: writeJson(item.tags), available: flag(item.available) }
}
