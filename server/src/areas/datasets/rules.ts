import { labeledStatuses, type ItemStatus } from '@vermilion/contract/datasets/items'
import type { splits } from '@vermilion/contract/datasets/kinds'
import type { versionStatuses } from '@vermilion/contract/datasets/versions'
import type { Dataset, datasetDisplayStates, datasetStatuses } from '@vermilion/contract/datasets'
import { createHash } from 'node:crypto'
import { statusTable } from '#platform/status'

export type DatasetStatus = (typeof datasetStatuses)[number]
export type DisplayState = (typeof datasetDisplayStates)[number]
export type Split = (typeof splits)[number]

/** `init` has no images from its space yet. */
export const datasetStatus = statusTable<DatasetStatus>('dataset', {
  init: ['processing', 'failed'],
  processing: ['success', 'failed'],
  success: ['label_tasking', 'processing'],
  label_tasking: ['success', 'failed'],
  failed: ['processing'],
})

/** Undoing returns to the previous status. */
export const itemStatus = statusTable<ItemStatus>('image', {
  'to-label': ['labeled', 'reviewed', 'rejected'],
  labeled: ['reviewed', 'rejected', 'to-label'],
  reviewed: ['labeled', 'rejected', 'to-label'],
  rejected: ['labeled', 'reviewed', 'to-label'],
})

export const isLabeled = (status: ItemStatus) => labeledStatuses.includes(status)
export const versionStatus = statusTable<(typeof versionStatuses)[number]>('version', {
  processing: ['success', 'failed'],
  success: [],
  failed: [],
})

/** The state shown in lists, derived and never stored: the status, refined by the labeled share and running trainings. */
export function displayStateOf(
  dataset: Pick<Dataset, 'status' | 'fileCount' | 'labeledCount'>,
  isTraining: boolean,
): DisplayState {
  if (dataset.status === 'init' || dataset.status === 'processing') return 'creating'
  if (dataset.status === 'failed') return 'invalid'
  if (isTraining) return 'training'
  if (dataset.status === 'label_tasking') return 'labeling'
  if (dataset.labeledCount === 0) return 'to-label'
  return dataset.labeledCount < dataset.fileCount ? 'labeling' : 'normal'
}

export const validationShare = 0.2

/**
 * The content alone decides the split, so that no model is measured on pictures that another dataset trained it with. `checksum`:
 * SHA-256 in hex.
 */
export function splitOf(checksum: string): Split {
  const index = createHash('sha256').update(`split:${checksum}`).digest().readUInt32BE(0) / 2 ** 32
  return index < validationShare ? 'validation' : 'train'
}
