import type { SeriesInfo } from '@vermilion/contract/tasks/metrics'
import { seriesColour } from '#ui/chart/series-colours.ts'
import type { ChartCurve } from './chart/chart-types.ts'

/** A task whose metrics are shown. */
export interface ShownTask {
  readonly id: string
  readonly name: string
  readonly series: readonly SeriesInfo[]
}

export interface Group {
  readonly key: string
  /** Empty for metrics that lie in no folder. */
  readonly title: string
  readonly system: boolean
  readonly curves: readonly ChartCurve[]
}

/** Points of a series below which there is nothing to draw. */
const least = 1

/**
 * The charts of a page: one for all metrics of a folder (`train/…`), or one for each metric. Where several tasks are
 * compared it is always one a metric, with a curve for each task. What the machine did comes last.
 */
export function groupsOf(tasks: readonly ShownTask[], { find, apart }: { find: string; apart: boolean }): Group[] {
  const words = find.toLowerCase()
  const several = tasks.length > 1
  const groups = new Map<string, { title: string; system: boolean; curves: ChartCurve[] }>()
  for (const [index, task] of tasks.entries()) {
    for (const { name, source, points } of task.series) {
      if (points < least || !name.toLowerCase().includes(words)) continue
      const system = source === 'system'
      const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')))
      // What a machine measures has a unit of its own each: `system/disk/read` and `system/disk/written` have one.
      const title = apart || several || (system && folder === 'system') ? name : folder
      const key = `${system ? 1 : 0} ${title}`
      const group = groups.get(key) ?? { title, system, curves: [] }
      groups.set(key, group)
      const short = title === folder && folder !== '' ? name.slice(folder.length + 1) : name
      group.curves.push({
        taskId: task.id,
        name,
        words: several ? task.name : short,
        colour: seriesColour(several ? index : group.curves.length),
      })
    }
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .toSorted((a, b) => Number(a.system) - Number(b.system) || (a.title < b.title ? -1 : 1))
}
