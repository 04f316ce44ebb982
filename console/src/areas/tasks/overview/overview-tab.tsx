import { metricEndpoints, type SeriesInfo } from '@vermilion/contract/tasks/metrics'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import type { SamplesPanel } from '../samples-panel.ts'
import { ExternalPanel } from '../external/external-panel.tsx'
import { HeadlineCurves } from './headline-curves.tsx'
import { NextSteps } from './next-steps.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import styles from './overview.module.css'

const none: readonly SeriesInfo[] = []
const maxSamples = 6

interface OverviewTabProps {
  task: Task
  Samples?: SamplesPanel | undefined
}

export function OverviewTab({ task, Samples }: OverviewTabProps) {
  const series = useQuery(read(metricEndpoints.listSeries, { params: { taskId: task.id } }))
  const metrics = series.data?.series ?? none
  return (
    <div className="grid gap-16">
      <OverviewFigures task={task} />
      <div className={`${styles['columns']} grid gap-0-16 align-start`}>
        <div className="min-width-0">
          <HeadlineCurves task={task} series={metrics} pending={series.isPending} />
          {Samples !== undefined && task.modelId !== null && <Samples task={task} max={maxSamples} />}
        </div>
        {task.external === null ? <NextSteps task={task} /> : <ExternalPanel task={task} run={task.external} />}
      </div>
    </div>
  )
}
