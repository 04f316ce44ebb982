import type { Dataset } from '@vermilion/contract/datasets'

export interface DatasetPartProps {
  dataset: Dataset
  /** Called when no work is pending in it, so that it does not reopen by itself. */
  onSettled?: (() => void) | undefined
  onClose: () => void
}
