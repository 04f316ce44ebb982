import type { Device } from '@vermilion/contract/devices'
import type { HistoryPoint } from '@vermilion/contract/devices/readings'
import { formatSize } from '#lib/format.ts'
import type { Translate } from '#lib/i18n.ts'
import type { TimeLine, TimeSeriesChart, Value } from '#ui/chart/lines/time-series.ts'
import { formatPercent, formatTemperature, usableDisk } from '#ui/meter/figures.ts'
import type { historyText } from './text.ts'

type Measure = (point: HistoryPoint) => Value

/** Total bytes; null when unknown. */
export interface ChartTops {
  memory: number | null
  disk: number | null
}

export const chartTops = ({ facts, reading }: Pick<Device, 'facts' | 'reading'>): ChartTops => ({
  memory: facts?.memory ?? null,
  disk: usableDisk(reading?.diskUsed, reading?.diskFree),
})

export function chartsOf(
  tops: ChartTops,
  points: readonly HistoryPoint[],
  t: Translate<(typeof historyText)['en']>,
): TimeSeriesChart[] {
  const valuesOf = (of: Measure) => points.map((point) => (point.readings === 0 ? null : of(point)))
  const line = (key: string, of: Measure): TimeLine => ({ key, means: valuesOf(of) })
  const peaked = (key: 'cpu' | 'gpu' | 'temperature', highest: `${typeof key}Highest`): TimeLine => ({
    ...line(key, (point) => point[key]),
    highest: valuesOf((point) => point[highest]),
  })
  const rate = (value: Value) => (value === null ? formatSize(null) : `${formatSize(Math.round(value))}/s`)
  const sizes = { format: formatSize, binary: true }
  const charts: TimeSeriesChart[] = [
    {
      key: 'cpu',
      title: t('cpu'),
      top: 1,
      format: formatPercent,
      lines: [peaked('cpu', 'cpuHighest')],
    },
    {
      key: 'gpu',
      title: t('gpu'),
      top: 1,
      format: formatPercent,
      lines: [peaked('gpu', 'gpuHighest')],
    },
    {
      key: 'temperature',
      title: t('temperature'),
      top: null,
      format: formatTemperature,
      lines: [peaked('temperature', 'temperatureHighest')],
    },
    {
      key: 'memory',
      title: t('memory'),
      top: tops.memory,
      ...sizes,
      lines: [line('memory', (one) => one.memoryUsed)],
    },
    {
      key: 'network',
      title: t('network'),
      top: null,
      format: rate,
      binary: true,
      lines: [
        { ...line('received', (one) => one.networkReceived), name: t('received') },
        { ...line('sent', (one) => one.networkSent), name: t('sent') },
      ],
    },
    {
      key: 'disk',
      title: t('disk'),
      top: tops.disk,
      ...sizes,
      lines: [line('disk', (one) => one.diskUsed)],
    },
  ]
  const isMeasured = ({ lines }: TimeSeriesChart) => lines.some(({ means }) => means.some((value) => value !== null))
  return charts.filter((chart) => (chart.key !== 'gpu' && chart.key !== 'temperature') || isMeasured(chart))
}
