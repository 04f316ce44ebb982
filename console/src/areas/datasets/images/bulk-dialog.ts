import type { Dataset } from '@vermilion/contract/datasets'
import type { ItemChange } from '@vermilion/contract/datasets/changes'

export interface BulkDialogProps {
  dataset: Dataset
  count: number
  onChange: (change: ItemChange) => Promise<void>
  onClose: () => void
}
