import type { DatasetSource } from '@vermilion/contract/dataset-sources'
import type { DatasetItem } from '@vermilion/contract/dataset-items'
import type { Label } from '@vermilion/contract/dataset-labels'
import type { Dataset } from '@vermilion/contract/datasets'
import type { FileSelection } from '@vermilion/contract/files'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Flag, JsonText } from '#platform/database/columns'

export interface DatasetRow extends Omit<Dataset, 'tags' | 'labels' | 'displayState' | 'spaces'> {
  tags: JsonText<string[]>
}

export interface SourceRow extends Omit<DatasetSource, 'selection'> {
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
}

export interface ItemRow extends Omit<DatasetItem, 'available'> {
  available: Flag
  /** Where the image stands among the others; unique in its dataset. See `placeOf`. */
  place: string
  /** SHA-256 of the file when it was taken. */
  checksum: string
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
  datasets: DatasetRow
  datasetSources: SourceRow
  datasetLabels: LabelRow
  datasetItems: ItemRow
  datasetAnnotations: AnnotationRow
  datasetItemLabels: ItemLabelRow
}
