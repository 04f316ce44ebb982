import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import type { MetricTable } from '@vermilion/contract/tasks/results'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { reportText } from './text.ts'

const maxPoints = 400

export function LossPanel({ task }: { task: Task }) {
  const t = useText(reportText)
  const metrics = useQuery(read(taskEndpoints.taskMetrics, { params: { taskId: task.id } }))
  if (metrics.error !== null) return <ProblemState problem={metrics.error} onRetry={() => void metrics.refetch()} />
  if (metrics.data === undefined) return <Bone height={240} />
  const points = lossOf(metrics.data)
  const curves = [
    { name: t('loss'), points: thinned(points) },
    { name: t('lossSmoothed'), points: thinned(smoothed(points)) },
  ]
  return (
    <ChartPanel
      title={t('loss')}
      name={task.name}
      {...(points.length === 0 ? { empty: t(task.endedAt === null ? 'noLossYet' : 'noLoss') } : {})}
    >
      <LineChart label={t('loss')} x={t('step')} y={t('loss')} curves={curves} />
    </ChartPanel>
  )
}

type Point = [step: number, loss: number]

function lossOf({ columns, rows }: MetricTable): Point[] {
  const [step, loss] = [columns.indexOf('step'), columns.indexOf('loss')]
  if (step < 0 || loss < 0) return []
  return rows.flatMap((row) => {
    const [x, y] = [row[step], row[loss]]
    return typeof x === 'number' && typeof y === 'number' ? [[x, y] as Point] : []
  })
}

/** An exponential moving average. */
function smoothed(points: readonly Point[]): Point[] {
  let mean = points[0]?.[1] ?? 0
  return points.map(([step, loss]) => {
    mean = mean * 0.95 + loss * 0.05
    return [step, mean]
  })
}

function thinned(points: readonly Point[]): Point[] {
  const every = Math.ceil(points.length / maxPoints)
  return points.filter((_, index) => index % every === 0 || index === points.length - 1)
}
