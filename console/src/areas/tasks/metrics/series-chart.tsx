import { useCallback, useMemo } from 'react'
import type { Cursor } from '#ui/chart/lines/cursor.ts'
import { SharedLineChart } from '#ui/chart/lines/line-chart.tsx'
import type { Span } from '#ui/chart/lines/span.ts'
import { PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { useText } from '#lib/i18n.ts'
import { inReadableUnit } from './readable-unit.ts'
import { axisTitleKey, text } from './text.ts'
import { type ChartSelection, useChartPoints } from './use-chart-points.ts'

/** CSS pixels of a chart's plot with its axes. */
export const plotHeight = 286

interface SeriesChartProps extends ChartSelection {
  group: string
  /** Hidden curves; the page stores them, because charts unmount outside the view. */
  hidden: ReadonlySet<string>
  onHidden: (group: string, hidden: ReadonlySet<string>) => void
  label: string
  valueTitle: string
  unit: string | undefined
  isByEpoch: boolean
  fromZero: boolean
  cursor: Cursor
  onSpan: (span: Span | null) => void
}

export function SeriesChart(props: SeriesChartProps) {
  const { label, group, display, onHidden } = props
  const t = useText(text)
  const { curves: measured, extent, pending, failed, isEmpty } = useChartPoints(props)
  const { curves, unit } = useMemo(() => inReadableUnit(measured, props.unit), [measured, props.unit])
  const hide = useCallback((hidden: ReadonlySet<string>) => onHidden(group, hidden), [group, onHidden])
  if (failed !== null && isEmpty)
    return (
      <figure aria-label={label}>
        <ProblemState problem={failed.error} onRetry={failed.retry} />
      </figure>
    )
  return (
    <SharedLineChart
      {...{ label, curves, display, extent, pending }}
      titles={{ x: t(axisTitleKey(display.axis, props.isByEpoch)), y: unit ?? props.valueTitle }}
      hidden={props.hidden}
      onHidden={hide}
      fromZero={props.fromZero}
      cursor={props.cursor}
      span={props.span}
      onSpan={props.onSpan}
      height={plotHeight}
    >
      {failed !== null && <PartialStrip problem={failed.error} onRetry={failed.retry} />}
    </SharedLineChart>
  )
}
