import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { queryClient, read } from '#lib/query.ts'
import { groupsOf } from './groups.ts'
import { machineAxisOf } from './machine-charts.ts'
import { pointReads } from './point-reads.ts'
import { type MetricSearch, curveOptionsOf } from './search.ts'

export const loadMetricsTab = async () => (await import('./metrics-tab.tsx')).MetricsTab

/** Preloads the metrics tab while its page loads; a failure is repeated and reported by the tab. */
export function prepareMetrics(taskId: string, search: MetricSearch): void {
  loadMetricsTab().catch(() => undefined)
  import('#ui/chart/lines/painter.ts').then(({ startPainter }) => startPainter()).catch(() => undefined)
  preparePoints(taskId, search).catch(() => undefined)
}

async function preparePoints(id: string, search: MetricSearch): Promise<void> {
  const { series } = await queryClient.fetchQuery(read(metricEndpoints.listSeries, { params: { taskId: id } }))
  const { axis, ...options } = curveOptionsOf(search)
  const groups = groupsOf([{ id, name: '', series, epochs: null }], options)
  const [first] = groups
  if (first === undefined) return
  const names = first.curves.map(({ name }) => name)
  for (const one of pointReads({
    tasks: [id],
    names,
    axis: first.system ? machineAxisOf(axis) : axis,
    span: null,
    alone: groups.length === 1,
  }))
    void queryClient.prefetchQuery(one)
}
