import type { Device } from '@vermilion/contract/devices'
import { deviceReadingEndpoints } from '@vermilion/contract/devices/readings'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Segmented from 'antd/es/segmented'
import { useMemo, useState } from 'react'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { TimeCharts } from '#ui/chart/lines/time-chart.tsx'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { Bone, PartialStrip, ProblemState, State } from '#ui/feedback/states.tsx'
import { isPast, useDeviceNote } from '../device-note.tsx'
import { historyRanges, type HistoryRange } from '../search.ts'
import { chartsOf, chartTops } from './charts.ts'
import { historyTable } from './history-table.ts'
import { historyText } from './text.ts'
import { useSpan } from './use-span.ts'

const points = 300

export function HistoryTab({ device }: { device: Device }) {
  const t = useText(historyText)
  const { range = '24h' } = useSearch({ from: '/shell/board/list/device/$id' })
  const navigate = useNavigate({ from: '/board/list/device/$id' })
  const zone = useSystem((system) => system.zone)
  const note = useDeviceNote()(device)
  const { from, to } = useSpan(range)
  const input = { params: { deviceId: device.id }, query: { from, to, points } }
  const history = useQuery(readList(deviceReadingEndpoints.deviceHistory, input))
  const [position, setPosition] = useState<number | null>(null)
  usePageShortcuts([
    {
      title: t('charts'),
      rows: [
        { id: 'read', keys: ['ArrowLeft', 'ArrowRight'], text: t('readKey') },
        { id: 'ends', keys: ['Home', 'End'], text: t('endsKey') },
      ],
    },
  ])
  const { data } = history
  const { memory, disk } = chartTops(device)
  const charts = useMemo(
    () => (data === undefined ? [] : chartsOf({ memory, disk }, data.points, t)),
    [data, memory, disk, t],
  )
  const times = useMemo(() => data?.points.map(({ at }) => Date.parse(at)) ?? [], [data])
  if (data === undefined) {
    return history.error === null ? (
      <HistoryBones />
    ) : (
      <ProblemState problem={history.error} failure={t('failed')} onRetry={() => void history.refetch()} />
    )
  }
  const isEmpty = data.points.every(({ readings }) => readings === 0)
  const point = position === null ? undefined : data.points[position]
  const reading = { from: Date.parse(from), to: Date.parse(to), times, position, onPosition: setPosition }
  return (
    <>
      <div className="wrapping-row gap-8-16 margin-bottom-14">
        <Segmented<HistoryRange>
          value={range}
          onChange={(next) => void navigate({ search: (now) => ({ ...now, range: next }), replace: true })}
          options={historyRanges.map((value) => ({ value, label: t(value) }))}
          aria-label={t('range')}
        />
        <span className="faint grow tabular narrow-basis-full">
          {point === undefined ? t('each', { span: describeSpan(data.step) }) : formatTime(point.at, zone)}
        </span>
        {!isEmpty && <CsvButton small name={`${device.name} ${range}`} table={() => historyTable(data.points)} />}
      </div>
      {history.error !== null && <PartialStrip problem={history.error} onRetry={() => void history.refetch()} />}
      {isPast(device) && <p className="note margin-bottom-12">{note}</p>}
      {isEmpty ? (
        <State title={t('empty')} text={t('emptyWords')} />
      ) : (
        <TimeCharts name={`${device.name} ${range}`} charts={charts} reading={reading} />
      )}
    </>
  )
}

function HistoryBones() {
  return (
    <div className="grid gap-14" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 460px), 1fr))' }}>
      {Array.from({ length: 4 }, (_, index) => (
        <Bone key={index} height={220} />
      ))}
    </div>
  )
}

/** `10 s`, `5 min`, `2 h`. */
function describeSpan(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`
}
