import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'

export const machineCharts = [
  'cpu',
  'memory',
  'disk',
  'network',
  'machine-network',
  'accelerator-utilization',
  'accelerator-memory',
] as const

export function machineRank(title: string): number {
  const rank = (machineCharts as readonly string[]).indexOf(title.split('/')[1] ?? '')
  return rank === -1 ? machineCharts.length : rank
}

/** Machine metrics are over time, not steps. */
export const machineAxisOf = (axis: SeriesAxis): SeriesAxis => (axis === 'step' ? 'relative' : axis)
