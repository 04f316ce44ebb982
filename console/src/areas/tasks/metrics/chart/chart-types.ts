import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import type { Span } from '../view.ts'
import type { Cursor } from './cursor.ts'

/** Display options shared by all charts of a page. */
export interface CurveDisplay {
  readonly axis: SeriesAxis
  readonly smoothing: number
  readonly logarithmic: boolean
}

/** A curve of a chart, known before its points are. */
export interface ChartCurve {
  readonly taskId: string
  /** The series. */
  readonly name: string
  /** The name in the legend. */
  readonly words: string
  readonly colour: string
  /** The name that its program gave it, where it is called otherwise. */
  readonly tooltip?: string
}

export const keyOf = ({ taskId, name }: Pick<ChartCurve, 'taskId' | 'name'>) => `${taskId} ${name}`

export interface ChartProps {
  /** The chart's key on the page. */
  readonly group: string
  /** True when it fills the width of the page. */
  readonly alone: boolean
  /** Curves that are not drawn; kept by the page, also while the chart is out of sight. */
  readonly hidden: ReadonlySet<string>
  readonly onHidden: (group: string, hidden: ReadonlySet<string>) => void
  readonly label: string
  /** The title of the y axis, and its unit if it has one. */
  readonly valueTitle: string
  readonly unit: string | undefined
  readonly curves: readonly ChartCurve[]
  readonly display: CurveDisplay
  /** True when the x axis counts epochs. */
  readonly isByEpoch: boolean
  /** Starts the y axis at 0 for shares, qualities and amounts. */
  readonly fromZero: boolean
  /** The place that is read in any chart of the page. */
  readonly cursor: Cursor
  /** The span that all charts of the page show; null for the whole. */
  readonly span: Span | null
  readonly onSpan: (span: Span | null) => void
}

/** CSS pixels around the plot, for the words of the axes. */
export const edge = { left: 58, right: 12, top: 26, bottom: 40 } as const
export const plotHeight = 220
/** Marks of a y axis, about. */
export const marksUp = 5
