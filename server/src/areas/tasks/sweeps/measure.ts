import { maxHeadlinePoints } from '@vermilion/contract/tasks/headline'
import { shortMetric } from '@vermilion/contract/tasks/metric-kinds'
import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import type { SeriesService } from '../series/service.ts'
import { seriesNamed, signOf } from './rules.ts'
import type { Curve } from './stop-rules.ts'
import type { SweepRow } from './store.ts'

type Judged = Pick<SweepRow, 'metric' | 'direction'>

interface MeasureNeeds {
  series: Pick<SeriesService, 'list' | 'read'>
  report(taskId: string): Promise<TrainingReport | null>
}

/** Points of a curve that rules judge by: more than any training has epochs. */
const maxJudgedPoints = 2_000

export type Measurement = ReturnType<typeof createMeasurement>

export function createMeasurement({ series, report }: MeasureNeeds) {
  /** In the sense of the metric. Empty while nothing is known. */
  async function readCurve(taskId: string, { metric }: Judged): Promise<Curve> {
    const none = { steps: [], values: [] }
    if (metric === null) return none
    const names = (await series.list(taskId)).series.map(({ name }) => name)
    const name = seriesNamed(metric, names)
    if (name === undefined) return none
    const [read] = await series.read({
      tasks: [taskId],
      names: [name],
      axis: 'step',
      from: undefined,
      to: undefined,
      points: maxJudgedPoints,
    })
    return read === undefined ? none : { steps: read.x, values: read.y }
  }

  return {
    readCurve,
    /** What an ended trial came to: the figure that its report has of the model, or else the best of its curve. */
    async measure(taskId: string, judged: Judged) {
      const { metric, direction } = judged
      const { values } = await readCurve(taskId, judged)
      const metrics = Object.entries((await report(taskId))?.metrics ?? {})
      const figures = Object.fromEntries(metrics.filter((entry): entry is [string, number] => entry[1] !== null))
      const sign = signOf(direction)
      const best = values.reduce<number | null>(
        (highest, value) => (highest === null || sign * value > sign * highest ? value : highest),
        null,
      )
      const named = Object.entries(figures).find(
        ([name]) => metric !== null && shortMetric(name) === shortMetric(metric),
      )
      const value = named?.[1] ?? best
      // A trainer without a report has the figure that it is judged by.
      const all = metric !== null && named === undefined && value !== null ? { ...figures, [metric]: value } : figures
      return { value, figures: all, curve: thinned(values) }
    },
  }
}

/** At most as many points as a headline has, the last among them. */
function thinned(values: readonly number[]): number[] {
  const each = Math.ceil(values.length / (2 * maxHeadlinePoints))
  return values.filter((_, at) => (values.length - 1 - at) % each === 0)
}
