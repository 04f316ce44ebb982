import { type Host, type HostHistory, hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import type { Language } from '@vermilion/contract/kernel/text'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { type ReactNode, useMemo, useState } from 'react'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSameList } from '#lib/use-same-list.ts'
import { useSystem } from '#lib/system.ts'
import { TimeCharts } from '#ui/chart/lines/time-chart.tsx'
import type { TimeSeriesChart } from '#ui/chart/lines/time-series.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { Bone, PartialStrip, ProblemState, State } from '#ui/feedback/states.tsx'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { ranges, type Range } from '../search.ts'
import { ClockNotes } from './clock-notes.tsx'
import { mergeCharts, type HostChartSet } from './merge-charts.ts'
import { chartText } from './text.ts'
import { tableOf, ValueTable } from './value-table.tsx'
import { useSpan } from './use-span.ts'

const points = 300

interface HostChartsProps {
  hosts: readonly [Host, ...Host[]]
  chartsOf: (host: Host, history: HostHistory, language: Language) => TimeSeriesChart[]
  choice?: ReactNode
}

export function HostCharts({ hosts, chartsOf, choice }: HostChartsProps) {
  const t = useText(chartText)
  const span = useSpan()
  const { from, to } = span
  const { view } = useSearch({ from: '/shell/resource' })
  const { history, charts, times } = useHostCharts(hosts, { from, to }, chartsOf)
  const [position, setPosition] = useState<number | null>(null)
  usePageShortcuts([
    {
      title: t('keys'),
      rows: [
        { id: 'read', keys: ['ArrowLeft', 'ArrowRight'], text: t('readKey') },
        { id: 'ends', keys: ['Home', 'End'], text: t('endsKey') },
        { id: 'zoom', keys: ['+', '-'], text: t('zoomKey') },
      ],
    },
  ])
  const { data } = history
  const breaks = useMemo(() => (data?.jumps ?? []).map(({ at }) => Date.parse(at)), [data])
  if (data === undefined)
    return history.error === null ? (
      <Bone height={420} />
    ) : (
      <ProblemState problem={history.error} failure={t('failed')} onRetry={() => void history.refetch()} />
    )
  const reading = {
    breaks,
    from: Date.parse(from),
    to: Date.parse(to),
    times,
    position,
    onPosition: setPosition,
    onZoom: span.zoom,
  }
  const names = hosts.map(({ name }) => name).join(', ')
  const name = `${names} ${span.range}`
  return (
    <>
      <SpanBar
        span={span}
        step={data.step}
        readAt={position === null ? undefined : times[position]}
        choice={choice}
        hasHighest={charts.some(({ lines }) => lines.some(({ highest }) => highest !== undefined))}
        extra={charts.length > 0 && <CsvButton name={name} table={() => tableOf(charts, times)} />}
      />
      <ClockNotes jumps={data.jumps} />
      {history.error !== null && <PartialStrip problem={history.error} onRetry={() => void history.refetch()} />}
      {charts.length === 0 ? (
        <State title={t('empty')} text={t('emptyWords')} />
      ) : view === 'table' ? (
        <ValueTable label={`${names} · ${t(span.range)}`} charts={charts} times={times} />
      ) : (
        <TimeCharts name={name} charts={charts} reading={reading} />
      )}
    </>
  )
}

function useHostCharts(
  hosts: HostChartsProps['hosts'],
  { from, to }: { from: string; to: string },
  chartsOf: HostChartsProps['chartsOf'],
) {
  const language = useSystem((system) => system.lang)
  const historyOf = ({ id: hostId }: Host) =>
    readList(hostEndpoints.getHostHistory, { params: { hostId }, query: { from, to, points } })
  const [selected, ...others] = hosts
  const history = useQuery(historyOf(selected))
  const compared = useSameList(useQueries({ queries: others.map(historyOf) }).map(({ data }) => data))
  const { data } = history
  const drawn = useMemo(() => {
    const sets = hosts.flatMap((host, index): HostChartSet[] => {
      const result = index === 0 ? data : compared[index - 1]
      if (result === undefined) return []
      return [{ id: host.id, name: host.name, charts: chartsOf(host, result, language), times: timesOf(result) }]
    })
    const [first] = sets
    return hosts.length === 1 ? { charts: first?.charts ?? [], times: first?.times ?? [] } : mergeCharts(sets)
  }, [hosts, data, compared, chartsOf, language])
  return { history, ...drawn }
}

function timesOf(history: HostHistory | undefined): number[] {
  if (history === undefined) return []
  const start = Date.parse(history.from)
  const count = history.series[0]?.means.length ?? 0
  return Array.from({ length: count }, (_, index) => start + index * history.step * 1_000)
}

interface SpanBarProps {
  span: ReturnType<typeof useSpan>
  step: number
  readAt: number | undefined
  hasHighest: boolean
  choice: ReactNode
  extra: ReactNode
}

function SpanBar({ span, step, readAt, hasHighest, choice, extra }: SpanBarProps) {
  const t = useText(chartText)
  const zone = useSystem((system) => system.zone)
  const { view } = useSearch({ from: '/shell/resource' })
  const navigate = useNavigate({ from: '/resource' })
  const zoomed = t('zoomed', { from: formatTime(span.from, zone), to: formatTime(span.to, zone) })
  const each = view === 'table' ? 'eachRow' : hasHighest ? 'eachOfTwo' : 'each'
  const show = (next: 'charts' | 'table') =>
    void navigate({ search: (now) => ({ ...now, view: next === 'table' ? next : undefined }), replace: true })
  return (
    <div className="wrapping-row gap-8-16" style={{ margin: '16px 0 14px' }}>
      <Segmented<Range | 'zoomed'>
        value={span.isZoomed ? 'zoomed' : span.range}
        onChange={(next) => next !== 'zoomed' && span.setRange(next)}
        options={ranges.map((value) => ({ value, label: t(value) }))}
        aria-label={t('range')}
      />
      {span.isZoomed && <Button onClick={() => span.setRange(span.range)}>{t('zoomOut')}</Button>}
      <span className="faint grow tabular narrow-basis-full narrow-full-width">
        {readAt !== undefined
          ? formatTime(readAt, zone)
          : span.isZoomed
            ? zoomed
            : t(each, { span: describeSpan(step) })}
      </span>
      {choice}
      <Segmented<'charts' | 'table'>
        value={view ?? 'charts'}
        onChange={show}
        options={(['charts', 'table'] as const).map((value) => ({ value, label: t(value) }))}
        aria-label={t('charts')}
      />
      {extra}
    </div>
  )
}

/** `10 s`, `5 min`, `2 h`. */
function describeSpan(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`
}
