import type { Dataset } from '@vermilion/contract/datasets'
import type { DatasetReport } from '@vermilion/contract/datasets/report'

export interface PartProps {
  dataset: Dataset
  report: DatasetReport
}
