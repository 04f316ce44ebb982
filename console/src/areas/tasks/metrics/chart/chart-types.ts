import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import type { Span } from '../view.ts'
import type { Cursor } from './cursor.ts'

export interface CurveDisplay {
  readonly axis: SeriesAxis
  readonly smoothing: number
  readonly logarithmic: boolean
}

export interface ChartCurve {
  readonly taskId: string
  readonly name: string
  readonly words: string
  readonly colour: string
  readonly tooltip?: string
}

export const keyOf = ({ taskId, name }: Pick<ChartCurve, 'taskId' | 'name'>) => `${taskId} ${name}`

export interface ChartProps {
  readonly group: string
  readonly alone: boolean
  /** Hidden curves; the page stores them, because charts unmount outside the view. */
  readonly hidden: ReadonlySet<string>
  readonly onHidden: (group: string, hidden: ReadonlySet<string>) => void
  readonly label: string
  readonly valueTitle: string
  readonly unit: string | undefined
  readonly curves: readonly ChartCurve[]
  readonly display: CurveDisplay
  readonly isByEpoch: boolean
  readonly fromZero: boolean
  readonly cursor: Cursor
  /** The span of all charts of the page; null for everything. */
  readonly span: Span | null
  readonly onSpan: (span: Span | null) => void
}

/** CSS pixels around the plot, for the axis labels. */
export const edge = { left: 58, right: 12, top: 26, bottom: 40 } as const
export const plotHeight = 220
export const marksUp = 5
