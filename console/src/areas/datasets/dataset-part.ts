import type { Dataset } from '@vermilion/contract/datasets'

/** The props of each drawer and dialog of a dataset. */
export interface DatasetPartProps {
  dataset: Dataset
  /** Called when no work is pending in it, so that it does not reopen by itself. */
  onSettled?: (() => void) | undefined
  onClose: () => void
}
