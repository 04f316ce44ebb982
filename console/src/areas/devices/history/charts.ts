import type { DeviceFacts } from '@vermilion/contract/devices/facts'
import type { HistoryPoint } from '@vermilion/contract/devices/readings'
import { formatSize } from '#lib/format.ts'
import { formatPercent, formatTemperature } from '../figures.ts'

export type Value = number | null

export interface Line {
  /** What it is called where a chart has several; a key of the texts. */
  name?: 'received' | 'sent'
  of: (point: HistoryPoint) => Value
  /** The highest of the span that a point stands for, where that is known. */
  highest?: (point: HistoryPoint) => Value
}

export interface HistoryChart {
  key: 'cpu' | 'gpu' | 'temperature' | 'memory' | 'network' | 'disk'
  lines: readonly Line[]
  format: (value: Value) => string
  /** Upper end of the axis, where it is known; a chart without one ends above its highest value. */
  top: number | null
  /** An axis of bytes has round binary steps. */
  binary?: boolean
}

/** What is drawn of a device: each measure by itself. Without a GPU or a sensor there is no chart of it. */
export function chartsOf(facts: DeviceFacts | null, points: readonly HistoryPoint[]): HistoryChart[] {
  const rate = (value: Value) => (value === null ? formatSize(null) : `${formatSize(Math.round(value))}/s`)
  const charts: HistoryChart[] = [
    { key: 'cpu', top: 1, format: formatPercent, lines: [{ of: ({ cpu }) => cpu, highest: (one) => one.cpuHighest }] },
    { key: 'gpu', top: 1, format: formatPercent, lines: [{ of: ({ gpu }) => gpu, highest: (one) => one.gpuHighest }] },
    {
      key: 'temperature',
      top: null,
      format: formatTemperature,
      lines: [{ of: (one) => one.temperature, highest: (one) => one.temperatureHighest }],
    },
    {
      key: 'memory',
      top: facts?.memory ?? null,
      format: formatSize,
      binary: true,
      lines: [{ of: (one) => (one.readings === 0 ? null : one.memoryUsed) }],
    },
    {
      key: 'network',
      top: null,
      format: rate,
      binary: true,
      lines: [
        { name: 'received', of: (one) => one.networkReceived },
        { name: 'sent', of: (one) => one.networkSent },
      ],
    },
    {
      key: 'disk',
      top: facts?.storage.total ?? null,
      format: formatSize,
      binary: true,
      lines: [{ of: (one) => one.diskUsed }],
    },
  ]
  const isMeasured = ({ lines }: HistoryChart) => lines.some(({ of }) => points.some((point) => of(point) !== null))
  return charts.filter((chart) => (chart.key !== 'gpu' && chart.key !== 'temperature') || isMeasured(chart))
}
