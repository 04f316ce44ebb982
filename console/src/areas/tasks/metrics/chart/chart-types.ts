import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import type { Span } from '../view.ts'
import type { Cursor } from './cursor.ts'

/** How curves are shown, the same for all charts of a page. */
export interface Look {
  readonly axis: SeriesAxis
  readonly smoothing: number
  readonly logarithmic: boolean
}

/** A curve of a chart, known before its points are. */
export interface ChartCurve {
  readonly taskId: string
  /** The series. */
  readonly name: string
  /** What it is called in the legend. */
  readonly words: string
  readonly colour: string
  /** The name that its program gave it, where it is called otherwise. */
  readonly tooltip?: string
}

export const keyOf = ({ taskId, name }: Pick<ChartCurve, 'taskId' | 'name'>) => `${taskId} ${name}`

export interface ChartProps {
  /** Which chart of the page this is. */
  readonly group: string
  /** Whether it has the width of the page to itself. */
  readonly alone: boolean
  /** Curves that are not drawn; kept by the page, also while the chart is out of sight. */
  readonly hidden: ReadonlySet<string>
  readonly onHidden: (group: string, hidden: ReadonlySet<string>) => void
  readonly label: string
  /** What its values are; and the unit that they are measured in, where it has one. */
  readonly valueTitle: string
  readonly unit: string | undefined
  readonly curves: readonly ChartCurve[]
  readonly look: Look
  /** Whether what its curves are over are epochs. */
  readonly isByEpoch: boolean
  /** Whether the y axis begins at 0, where nothing is below: of shares, qualities and amounts. */
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
