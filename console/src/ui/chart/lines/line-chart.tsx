import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { createCursor, type Cursor } from './cursor.ts'
import { axisUp } from './frame-extent.ts'
import { ChartLegend } from './legend.tsx'
import { LinePlot, type LineDisplay, type LinePlotProps } from './line-plot.tsx'
import { extentOf, rangeIn, type Span } from './span.ts'

interface CommonProps extends Pick<LinePlotProps, 'label' | 'curves' | 'marks'> {
  titles: NonNullable<LinePlotProps['titles']>
  /** The y axis begins at 0, if no value is below. */
  fromZero?: boolean
  /** The upper end of the y axis, if known. */
  top?: number | undefined
  name?: string
}

interface SharedLineChartProps extends CommonProps, Pick<LinePlotProps, 'span' | 'pending'> {
  /** Hidden curves, by key. */
  hidden: ReadonlySet<string>
  onHidden: (hidden: ReadonlySet<string>) => void
  display: LineDisplay
  cursor: Cursor
  onSpan: (span: Span | null) => void
  extent?: Span
  height?: number
  /** Above the plot. */
  children?: ReactNode
}

const steps: LineDisplay = { axis: 'step', smoothing: 0, logarithmic: false }
const none: ReadonlySet<string> = new Set()
const nothing: Span = { from: 0, to: 1 }

/** A chart of its own. */
export function LineChart(props: CommonProps) {
  const [cursor] = useState(createCursor)
  const [hidden, setHidden] = useState(none)
  const [span, setSpan] = useState<Span | null>(null)
  return (
    <SharedLineChart {...props} {...{ cursor, hidden, span }} display={steps} onHidden={setHidden} onSpan={setSpan} />
  )
}

/** One of several charts, which share a cursor and a span. */
export function SharedLineChart(props: SharedLineChartProps) {
  const { label, name = '', curves, hidden, onHidden, display, fromZero = false, top, cursor, span, children } = props
  const { logarithmic } = display
  const [focus, setFocus] = useState<number | null>(null)
  const at = useSyncExternalStore(cursor.subscribe, cursor.at)
  const extent = useMemo(() => props.extent ?? extentOf(curves) ?? nothing, [props.extent, curves])
  const hiddenIndexes = useMemo(
    () => curves.flatMap(({ key }, index) => (hidden.has(key) ? [index] : [])),
    [curves, hidden],
  )
  const scale = useMemo(() => {
    if (top !== undefined) return axisUp([0, top], false, true)
    const visible = curves.filter(({ key }) => !hidden.has(key))
    return axisUp(rangeIn(visible, span ?? extent, logarithmic), logarithmic, fromZero)
  }, [curves, hidden, span, extent, logarithmic, fromZero, top])
  return (
    <figure className="relative stack min-width-0" aria-label={label}>
      <ChartLegend curves={curves} hidden={hidden} onHidden={onHidden} onFocus={setFocus} />
      {children}
      <LinePlot
        {...{ label, name, curves, focus, display, scale, extent, span, at }}
        hidden={hiddenIndexes}
        titles={props.titles}
        marks={props.marks}
        onSpan={props.onSpan}
        onAt={cursor.move}
        height={props.height ?? 244}
        pending={props.pending}
      />
    </figure>
  )
}
