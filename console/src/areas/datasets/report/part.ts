import type { Dataset } from '@vermilion/contract/datasets'
import type { DatasetReport } from '@vermilion/contract/datasets/report'
import type { ReactNode } from 'react'

export interface PartProps {
  dataset: Dataset
  report: DatasetReport
}

/** A card of the report with its estimated height in CSS pixels. */
export interface Part {
  key: string
  height: number
  /** Extra chart height, when neighboring columns are taller. */
  growth?: number
  content: ReactNode
}

/** The height of a card with a title and one sentence. */
export const heightOfEmpty = 100
