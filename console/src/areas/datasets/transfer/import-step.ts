import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import type { Dataset } from '@vermilion/contract/datasets'

/** The props of each step of an import. */
export interface ImportStepProps {
  dataset: Dataset
  run: DatasetImport
  /** Continues with a new import in its place. */
  onBegun: (importId: string) => void
  /** Starts another import. */
  onAnother: () => void
  onClose: () => void
}
