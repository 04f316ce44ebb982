import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import type { Dataset } from '@vermilion/contract/datasets'

/** The props of each step of an import. */
export interface ImportStepProps {
  dataset: Dataset
  run: DatasetImport
  /** Goes on with one that was begun in its stead. */
  onBegun: (importId: string) => void
  /** Begins another one. */
  onAnother: () => void
  onClose: () => void
}
