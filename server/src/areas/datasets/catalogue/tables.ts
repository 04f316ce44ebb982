import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import type { DatasetItem, ItemStatus } from '@vermilion/contract/datasets/items'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { Dataset } from '@vermilion/contract/datasets'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Generated, Selectable } from 'kysely'
import type { Flag, JsonText, RowOf } from '#platform/database/columns'

export interface DatasetRow extends Omit<Dataset, 'tags' | 'labels' | 'displayState' | 'spaces'> {
  tags: JsonText<string[]>
}

export interface StoredDatasetRow extends DatasetRow {
  reservedName: string
  /** The time of deletion; null outside the trash. */
  deletedAt: string | null
  deletedBy: string | null
  /** Its final deletion has begun: it is no longer in the trash and cannot be restored. */
  purging: Generated<Flag>
}

/** `startedBy` is null when unknown. */
export type StoredSource = DatasetSource & { startedBy: string | null }

export interface LabelRow extends Omit<Label, 'attributes' | 'leaving'> {
  datasetId: string
  attributes: JsonText<Label['attributes']>
  /** Its position in the list, independent of its index. */
  place: number
  /** The label that takes its shapes, or empty to delete them; null for a label that stays. */
  leavesTo: string | null
  annotationCount: number
  imageCount: number
}

export interface ItemRow extends Omit<DatasetItem, 'available' | 'tags' | 'score'>, ItemFactRow {
  available: Flag
  tags: JsonText<string[]>
  /** The image's sort key, unique in its dataset. See `sortKeyOf`. */
  place: string
  /** SHA-256 of the file when it was added. */
  checksum: string
}

export type FoundItem = Selectable<ItemRow>

/** Maintained by the database and on saving shapes, never supplied. */
interface ItemFactRow {
  number: Generated<number>
  stamp: Generated<number>
  labels: Generated<string>
  cells: Generated<string>
  findings: Generated<number>
  duplicated: Generated<Flag>
  score: Generated<number>
  /** The row number of the file's lineage; 0 for an image that was not generated. */
  lineage: Generated<number>
}

export interface CountRow {
  datasetId: string
  kind: 'status' | 'split' | 'labels' | `${'annotator' | 'assignee' | 'reviewer'}-${ItemStatus}` | 'source'
  value: string
  images: number
  labels: number
}

export interface DatasetTables {
  datasets: StoredDatasetRow
  datasetSources: RowOf<StoredSource, 'selection', 'withTruth'>
  datasetLabels: LabelRow
  datasetItems: ItemRow
  /** All shapes of an image are one document: it is read, saved and compared as a whole. */
  datasetAnnotations: { itemId: string; shapes: JsonText<Shape[]> }
  datasetItemLabels: { itemId: string; labelId: string; count: number }
  datasetCounts: CountRow
  itemSets: { id: string; datasetId: string; numbers: JsonText<number[]>; createdAt: string }
  datasetRemovals: { datasetId: string; number: number; stamp: number }
  datasetWorkTimes: { datasetId: string; annotator: string; seconds: number }
}
