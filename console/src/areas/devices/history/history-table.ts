import type { HistoryPoint } from '@vermilion/contract/devices/readings'

const columns = [
  'at',
  'readings',
  'cpu',
  'cpuHighest',
  'gpu',
  'gpuHighest',
  'temperature',
  'temperatureHighest',
  'memoryUsed',
  'load',
  'networkReceived',
  'networkSent',
  'diskUsed',
] as const satisfies readonly (keyof HistoryPoint)[]

export function historyTable(points: readonly HistoryPoint[]): (string | number | null)[][] {
  const rows = points.filter(({ readings }) => readings > 0).map((point) => columns.map((column) => point[column]))
  return [[...columns], ...rows]
}
