import { metricEndpoints } from '@vermilion/contract/metrics'
import { queryClient, read } from '#lib/query.ts'

export const loadMetricsTab = async () => (await import('./metrics-tab.tsx')).MetricsTab

/** Begins to load what the tab needs while its page is still loading. */
export function prepareMetrics(taskId: string): void {
  // Where it does not load now, the tab tries again and says so.
  loadMetricsTab().catch(() => undefined)
  void queryClient.prefetchQuery(read(metricEndpoints.listSeries, { params: { taskId } }))
}
