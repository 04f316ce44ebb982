import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import type { Dataset } from '@vermilion/contract/datasets'

/** What each step of an import is given. */
export interface ImportStepProps {
  dataset: Dataset
  run: DatasetImport
  /** Begins another one. */
  onAnother: () => void
  onClose: () => void
}
