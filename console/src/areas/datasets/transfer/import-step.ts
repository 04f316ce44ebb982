import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import type { Dataset } from '@vermilion/contract/datasets'

export interface ImportStepProps {
  dataset: Dataset
  run: DatasetImport
  onBegun: (importId: string) => void
  onAnother: () => void
  onClose: () => void
}
