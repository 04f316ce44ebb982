import type { Dataset } from '@vermilion/contract/datasets'

/** What each drawer and dialog of a dataset is given. */
export interface DatasetPartProps {
  dataset: Dataset
  /** Nothing is under way in it any more: it does not open by itself again. */
  onSettled?: (() => void) | undefined
  onClose: () => void
}
