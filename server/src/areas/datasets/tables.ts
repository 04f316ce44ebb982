import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import type { DatasetItem, ItemStatus } from '@vermilion/contract/datasets/items'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { Dataset } from '@vermilion/contract/datasets'
import type { FileSelection } from '@vermilion/contract/files'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Generated, Selectable } from 'kysely'
import type { Flag, JsonText } from '#platform/database/columns'

export interface DatasetRow extends Omit<Dataset, 'tags' | 'labels' | 'displayState' | 'spaces'> {
  tags: JsonText<string[]>
}

/** A dataset's row with what nobody outside is told of. */
export interface StoredDatasetRow extends DatasetRow {
  /** The name, which no other dataset may have; the id while the dataset is in the trash. */
  reservedName: string
  /** When it went into the trash; null while it does not lie there. */
  deletedAt: string | null
  /** Username. */
  deletedBy: string | null
  /** Its end has begun: it is no longer in the trash, and does not come back. */
  purging: Generated<Flag>
}

export interface SourceRow extends Omit<DatasetSource, 'selection' | 'withTruth'> {
  withTruth: Flag
  selection: JsonText<FileSelection>
  /** Username; null where nobody knows any more. */
  startedBy: string | null
}

export interface LabelRow extends Omit<Label, 'attributes' | 'leaving'> {
  datasetId: string
  attributes: JsonText<Label['attributes']>
  /** Where it stands in the list; its index is another thing. */
  place: number
  /** Id of the label that takes its shapes, empty where they are deleted; null for a label that stays. */
  leavesTo: string | null
  annotationCount: number
  imageCount: number
}

export interface ItemRow extends Omit<DatasetItem, 'available' | 'tags' | 'score'>, ItemFactRow {
  available: Flag
  tags: JsonText<string[]>
  /** Where the image stands among the others; unique in its dataset. See `placeOf`. */
  place: string
  /** SHA-256 of the file when it was taken. */
  checksum: string
}

/** An image as a select finds it. */
export type FoundItem = Selectable<ItemRow>

/** Kept by the database and by what saves shapes; nobody gives them. */
export interface ItemFactRow {
  number: Generated<number>
  stamp: Generated<number>
  /** Ids of the labels that occur, with a space between. */
  labels: Generated<string>
  cells: Generated<string>
  findings: Generated<number>
  duplicated: Generated<Flag>
  /** 0 until the shapes are in the report. */
  counted: Generated<Flag>
  /** Of the file; -1 where it has none. */
  score: Generated<number>
  /** Number of the file's row among the lineages; 0 where it was not generated. */
  lineage: Generated<number>
}

/** Images of a dataset, and the labels on them, by a kind of fact and its value. Kept by triggers, but for sources. */
export interface CountRow {
  datasetId: string
  kind: 'status' | 'split' | 'labels' | `${'annotator' | 'assignee' | 'reviewer'}-${ItemStatus}` | 'source'
  value: string
  images: number
  labels: number
}

/** All shapes of one image as one document: it is read, saved and compared whole. */
export interface AnnotationRow {
  itemId: string
  shapes: JsonText<Shape[]>
}

/** How often each label occurs in an image: what the counters of a label are made of. */
export interface ItemLabelRow {
  itemId: string
  labelId: string
  count: number
}

export interface DatasetTables {
  datasets: StoredDatasetRow
  datasetSources: SourceRow
  datasetLabels: LabelRow
  datasetItems: ItemRow
  datasetAnnotations: AnnotationRow
  datasetItemLabels: ItemLabelRow
  datasetCounts: CountRow
  itemSets: { id: string; datasetId: string; numbers: JsonText<number[]>; createdAt: string }
  datasetRemovals: { datasetId: string; number: number; stamp: number }
  datasetWorkTimes: { datasetId: string; annotator: string; seconds: number }
}
