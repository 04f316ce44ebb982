import type { Dataset } from '@vermilion/contract/datasets'
import type { DatasetReport } from '@vermilion/contract/datasets/report'
import type { ReactNode } from 'react'

export interface PartProps {
  dataset: Dataset
  report: DatasetReport
}

/** A card of the report, and how many CSS pixels it takes, as near as that can be told before it is drawn. */
export interface Part {
  key: string
  height: number
  /** Extra chart height, when neighboring columns are taller. */
  growth?: number
  content: ReactNode
}

/** A card with nothing but its title and a sentence. */
export const heightOfEmpty = 100
