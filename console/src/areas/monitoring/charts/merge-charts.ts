import { peakOf, type TimeLine, type TimeSeriesChart } from '#ui/chart/lines/time-series.ts'

export interface HostChartSet {
  id: string
  name: string
  charts: readonly TimeSeriesChart[]
  times: readonly number[]
}

export function mergeCharts(
  hosts: readonly HostChartSet[],
  maxLines = 8,
): { charts: TimeSeriesChart[]; times: number[] } {
  const times = [...new Set(hosts.flatMap((host) => host.times))].toSorted((a, b) => a - b)
  const keys = [...new Set(hosts.flatMap(({ charts }) => charts.map(({ key }) => key)))]
  const charts = keys.flatMap((key): TimeSeriesChart[] => {
    const of = hosts.flatMap((host) =>
      host.charts.filter((chart) => chart.key === key).map((chart) => ({ host, chart })),
    )
    const [first] = of
    if (first === undefined) return []
    const lines = of.flatMap(({ host, chart }) => chart.lines.map((line) => lineOfHost(line, host, times)))
    // With different totals, no host's total can end the axis.
    const top = of.every(({ chart }) => chart.top === first.chart.top) ? first.chart.top : null
    return [{ ...first.chart, top, lines: lines.slice(0, maxLines) }]
  })
  return { charts, times }
}

function lineOfHost(line: TimeLine, host: HostChartSet, times: readonly number[]): TimeLine {
  const { key, name, column, means } = line
  const peak = peakOf(line)
  const valueAt = new Map(host.times.map((time, index) => [time, means[index] ?? null]))
  return {
    key: `${host.id} ${key}`,
    name: name === undefined ? host.name : `${host.name} · ${name}`,
    means: times.map((time) => valueAt.get(time) ?? null),
    ...(column === undefined ? {} : { column: `${host.name} · ${column}` }),
    ...(peak === undefined ? {} : { peak }),
  }
}
