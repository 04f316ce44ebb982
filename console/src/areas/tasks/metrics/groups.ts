import { compareMetrics, type MetricKind, metricKindOf } from '@vermilion/contract/tasks/metric-kinds'
import type { Task } from '@vermilion/contract/tasks'
import type { SeriesInfo } from '@vermilion/contract/tasks/metrics'
import { seriesColour } from '#ui/chart/series-colours.ts'
import { machineRank } from './machine-charts.ts'

export interface ShownTask {
  readonly id: string
  readonly name: string
  readonly series: readonly SeriesInfo[]
  /** The number of epochs; null when it counts something else. */
  readonly epochs: number | null
}

export const epochsOf = ({ progress }: Pick<Task, 'progress'>): number | null =>
  progress?.unit === 'epochs' ? progress.total : null

/** A curve, before its points are read. */
export interface ChartCurve {
  readonly taskId: string
  readonly name: string
  readonly text: string
  readonly colour: string
  readonly tooltip?: string
}

export const keyOf = ({ taskId, name }: Pick<ChartCurve, 'taskId' | 'name'>) => `${taskId} ${name}`

export interface Group {
  readonly key: string
  readonly title: string
  readonly kind: MetricKind
  readonly isOne: boolean
  readonly system: boolean
  readonly isByEpoch: boolean
  readonly curves: readonly ChartCurve[]
}

const least = 1

/** A table has a row per epoch and ends with the last one; more frequent values count something else. */
const isByEpoch = ({ source, last }: SeriesInfo, { epochs }: ShownTask) =>
  source === 'csv' && epochs !== null && last !== null && last.step <= epochs

/** A chart for a folder's metrics (`train/…`) of one kind, or for each metric. Quality first, then losses; the machine last. */
export function groupsOf(tasks: readonly ShownTask[], { find, apart }: { find: string; apart: boolean }): Group[] {
  const text = find.toLowerCase()
  const several = tasks.length > 1
  const groups = new Map<
    string,
    Omit<Group, 'key' | 'curves' | 'isByEpoch'> & { curves: ChartCurve[]; isByEpoch: boolean }
  >()
  for (const [index, task] of tasks.entries()) {
    for (const one of task.series.toSorted((a, b) => compareMetrics(a.name, b.name))) {
      const { name, source, points } = one
      if (points < least || !name.toLowerCase().includes(text)) continue
      const system = source === 'system'
      const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')))
      // Each machine metric has its own unit, shared by `system/disk/read` and `system/disk/written`.
      const isOne = apart || several || (system && folder === 'system')
      const title = isOne ? name : folder
      const kind = system ? 'other' : metricKindOf(name)
      const key = `${system ? 1 : 0} ${isOne ? '' : kind} ${title}`
      const group = groups.get(key) ?? { title, kind, isOne, system, isByEpoch: true, curves: [] }
      group.isByEpoch &&= isByEpoch(one, task)
      groups.set(key, group)
      const short = !isOne && folder !== '' ? name.slice(folder.length + 1) : name
      group.curves.push({
        taskId: task.id,
        name,
        text: several ? task.name : short,
        colour: seriesColour(several ? index : group.curves.length),
      })
    }
  }
  return [...groups].map(([key, group]) => ({ key, ...group })).toSorted(inOrder)
}

function inOrder(a: Group, b: Group): number {
  if (a.system && b.system && machineRank(a.title) !== machineRank(b.title))
    return machineRank(a.title) - machineRank(b.title)
  const byMetric = a.system ? 0 : compareMetrics(a.curves[0]?.name ?? '', b.curves[0]?.name ?? '')
  return Number(a.system) - Number(b.system) || byMetric || (a.title < b.title ? -1 : 1)
}
