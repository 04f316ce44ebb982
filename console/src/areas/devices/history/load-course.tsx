import type { Device } from '@vermilion/contract/devices'
import { deviceReadingEndpoints } from '@vermilion/contract/devices/readings'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { TimeCharts } from '#ui/chart/lines/time-chart.tsx'
import { Bone, PartialStrip } from '#ui/feedback/states.tsx'
import { chartsOf, chartTops } from './charts.ts'
import { historyText } from './text.ts'
import { useSpan } from './use-span.ts'

const points = 180
const overviewCharts = new Set(['cpu', 'gpu', 'memory'])

export function LoadCourse({ device }: { device: Device }) {
  const t = useText(historyText)
  const { from, to } = useSpan('1h')
  const input = { params: { deviceId: device.id }, query: { from, to, points } }
  const { data, error, refetch } = useQuery(readList(deviceReadingEndpoints.deviceHistory, input))
  const [position, setPosition] = useState<number | null>(null)
  const { memory, disk } = chartTops(device)
  const charts = useMemo(
    () =>
      (data === undefined ? [] : chartsOf({ memory, disk }, data.points, t)).filter(({ key }) =>
        overviewCharts.has(key),
      ),
    [data, memory, disk, t],
  )
  const times = useMemo(() => data?.points.map(({ at }) => Date.parse(at)) ?? [], [data])
  if (data === undefined)
    return error === null ? <Bone height={220} /> : <PartialStrip problem={error} onRetry={() => void refetch()} />
  if (data.points.every(({ readings }) => readings === 0)) return null
  const reading = { from: Date.parse(from), to: Date.parse(to), times, position, onPosition: setPosition }
  return (
    <section className="margin-bottom-16" aria-label={t('lastHour')}>
      <header className="row gap-12 justify-between margin-bottom-8">
        <h2 className="heading">{t('lastHour')}</h2>
        <Link to="/board/list/device/$id" params={{ id: device.id }} search={{ tab: 'history' }}>
          {t('wholeHistory')}
        </Link>
      </header>
      <TimeCharts name={`${device.name} 1h`} charts={charts} reading={reading} />
    </section>
  )
}
