import { labeledStatuses, type ItemStatus } from '@vermilion/contract/datasets/items'
import type { splits } from '@vermilion/contract/datasets/kinds'
import type { versionStatuses } from '@vermilion/contract/datasets/versions'
import type { Dataset, datasetDisplayStates, datasetStatuses } from '@vermilion/contract/datasets'
import { createHash } from 'node:crypto'
import { statusTable } from '#platform/status'

export type DatasetStatus = (typeof datasetStatuses)[number]
export type DisplayState = (typeof datasetDisplayStates)[number]
export type Split = (typeof splits)[number]

/** The one table of what may follow what. `init` is a dataset whose images are not yet taken from the space. */
export const datasetStatus = statusTable<DatasetStatus>('dataset', {
  init: ['processing', 'failed'],
  processing: ['success', 'failed'],
  success: ['label_tasking', 'processing'],
  label_tasking: ['success', 'failed'],
  failed: ['processing'],
})

/** The one table of what may become of an image. What is taken back leads to where it was. */
export const itemStatus = statusTable<ItemStatus>('image', {
  'to-label': ['labeled', 'reviewed', 'rejected'],
  labeled: ['reviewed', 'rejected', 'to-label'],
  reviewed: ['labeled', 'rejected', 'to-label'],
  rejected: ['labeled', 'reviewed', 'to-label'],
})

export const isLabeled = (status: ItemStatus) => labeledStatuses.includes(status)
/** The one table of a version: it is made once, and never again. */
export const versionStatus = statusTable<(typeof versionStatuses)[number]>('version', {
  processing: ['success', 'failed'],
  success: [],
  failed: [],
})

/** What a list shows, derived and never stored: the status, refined by how much is labeled and by running trainings. */
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

/** One in five images validates; the rest trains. */
export const validationShare = 0.2

/**
 * The split of an image, from its content alone: the same picture is in the same split of every dataset, so that no
 * model is measured on what another dataset trained it with. `checksum` is the file's SHA-256 in hexadecimal.
 */
export function splitOf(checksum: string): Split {
  const index = createHash('sha256').update(`split:${checksum}`).digest().readUInt32BE(0) / 2 ** 32
  return index < validationShare ? 'validation' : 'train'
}
