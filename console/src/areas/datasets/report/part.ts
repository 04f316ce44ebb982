import type { Dataset } from '@vermilion/contract/datasets'
import type { DatasetReport } from '@vermilion/contract/datasets/report'
import type { ReactNode } from 'react'

export interface PartProps {
  dataset: Dataset
  report: DatasetReport
}

export interface Part {
  key: string
  height: number
  /** Extra chart height, when neighboring columns are taller. */
  growth?: number
  content: ReactNode
}

export const heightOfEmpty = 100
