import type { Dataset } from '@vermilion/contract/datasets'

export interface DatasetPartProps {
  dataset: Dataset
  onSettled?: (() => void) | undefined
  onClose: () => void
}
