import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQueries } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSameList } from '#lib/use-same-list.ts'
import { seriesColour } from '#ui/chart/series-colours.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { Bone, PartialStrip, State } from '#ui/feedback/states.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { TaskStatus } from '../task-status.tsx'
import { epochsOf } from './groups.ts'
import { MetricsView } from './metrics-view.tsx'
import { text } from './text.ts'
import { useCurveOptions } from './use-curve-options.ts'

const maxTasks = 20

export function CompareTasksPage() {
  const t = useText(text)
  const { tasks: ids } = useSearch({ from: '/shell/compute/compare' })
  const [options, setOptions] = useCurveOptions()
  const requestedIds = [...new Set(ids.split(',').filter((id) => id !== ''))]
  const selectedIds = requestedIds.slice(0, maxTasks)
  usePageTrail({ text: t('compare') })
  const tasks = useQueries({
    queries: selectedIds.map((taskId) => read(taskEndpoints.getTask, { params: { taskId } })),
  })
  const lists = useQueries({
    queries: selectedIds.map((taskId) => read(metricEndpoints.listSeries, { params: { taskId } })),
  })
  const problem = [...tasks, ...lists].map(({ error }) => error).find((error) => error !== null)
  const retry = () => [...tasks, ...lists].forEach((query) => query.isError && void query.refetch())
  const loadedTasks = useSameList(tasks.map(({ data }) => data))
  const loadedSeries = useSameList(lists.map(({ data }) => data))
  const comparedTasks = useMemo(
    () =>
      loadedTasks.flatMap((task, at) => {
        const series = loadedSeries[at]?.series
        return task === undefined || series === undefined
          ? []
          : [{ id: task.id, name: task.name, series, epochs: epochsOf(task) }]
      }),
    [loadedTasks, loadedSeries],
  )
  const pending = [...tasks, ...lists].some(({ isPending }) => isPending)
  return (
    <Page>
      <PageHeading title={t('compare')} />
      {problem !== undefined && <PartialStrip problem={problem} onRetry={retry} />}
      {requestedIds.length > maxTasks && (
        <p className="faint margin-0-0-10">{t('compareMost', { most: maxTasks, count: requestedIds.length })}</p>
      )}
      <ul className="flex wrap margin-bottom-16" style={{ gap: '8px 20px' }}>
        {tasks.map(
          ({ data: task }, at) =>
            task !== undefined && (
              <li className="row gap-8" key={task.id}>
                <i className="width-14 height-4 radius-2" style={{ background: seriesColour(at) }} />
                <TaskLink id={task.id}>{task.name}</TaskLink>
                <TaskStatus status={task.status} />
              </li>
            ),
        )}
      </ul>
      {selectedIds.length === 0 && (
        <State title={t('compareNone')} text={t('compareNoneWords')}>
          <Link to="/compute/tasks">{t('toTasks')}</Link>
        </State>
      )}
      {pending ? (
        <Bone height={300} />
      ) : (
        comparedTasks.length > 0 && <MetricsView tasks={comparedTasks} options={options} onOptions={setOptions} />
      )}
    </Page>
  )
}
