import type { Dataset } from '@vermilion/contract/datasets'

/** What each drawer and dialog of a dataset is given. */
export interface DatasetPartProps {
  dataset: Dataset
  onClose: () => void
}
