import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'

/** What is measured of a machine, in the order in which it is shown: the second word of the names of series. */
export const machineCharts = [
  'cpu',
  'memory',
  'disk',
  'network',
  'machine-network',
  'accelerator-utilization',
  'accelerator-memory',
] as const

/** Where `system/disk` stands among them; what nobody knows comes last. */
export function machineRank(title: string): number {
  const rank = (machineCharts as readonly string[]).indexOf(title.split('/')[1] ?? '')
  return rank === -1 ? machineCharts.length : rank
}

/** A machine knows nothing of steps: what it measures is over time. */
export const machineAxisOf = (axis: SeriesAxis): SeriesAxis => (axis === 'step' ? 'relative' : axis)
