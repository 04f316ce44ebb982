import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Facts, Panel } from '#ui/page/page.tsx'
import { PartialStrip, QueryState, State } from '#ui/feedback/states.tsx'
import { epochsOf } from './groups.ts'
import { MetricsView } from './metrics-view.tsx'
import { text } from './text.ts'
import { useCurveOptions } from './use-curve-options.ts'

/** Milliseconds between polls while files are being read. */
const pace = 400

export function MetricsTab({ task }: { task: Task }) {
  const t = useText(text)
  const [options, setOptions] = useCurveOptions()
  const seriesQuery = useQuery({
    ...read(metricEndpoints.listSeries, { params: { taskId: task.id } }),
    refetchInterval: ({ state }) => ((state.data?.unread ?? 0) > 0 ? pace : false),
  })
  const series = seriesQuery.data?.series
  const epochs = epochsOf(task)
  const tasks = useMemo(
    () => [{ id: task.id, name: task.name, series: series ?? [], epochs }],
    [task.id, task.name, series, epochs],
  )
  if (seriesQuery.data === undefined) return <QueryState query={seriesQuery} height={300} />
  const { unread, problems, parameters, tags, reachesTracking } = seriesQuery.data
  const notFinite = seriesQuery.data.series.reduce((sum, one) => sum + one.notFinite, 0)
  // The machine's metrics do not come from the program.
  const isBare = seriesQuery.data.series.every(({ source }) => source === 'system')
  const logged = [
    [t('parameters'), Object.entries(parameters)],
    [t('tags'), Object.entries(tags).filter(([name]) => !name.startsWith('mlflow.'))],
  ] as const
  return (
    <>
      {seriesQuery.error !== null && (
        <PartialStrip problem={seriesQuery.error} onRetry={() => void seriesQuery.refetch()} />
      )}
      {unread > 0 && <p className="faint margin-0-0-10">{t('unread', { size: formatSize(unread) })}</p>}
      {problems.length > 0 && (
        <p className="faint margin-0-0-10" title={problems.map(({ path, detail }) => `${path}: ${detail}`).join('\n')}>
          {t('problems', { count: problems.length })}
        </p>
      )}
      {notFinite > 0 && <p className="faint margin-0-0-10">{t('notFinite', { count: notFinite })}</p>}
      {isBare && !reachesTracking && seriesQuery.data.series.length > 0 && (
        <p className="faint margin-0-0-10">{t('noneAway')}</p>
      )}
      {seriesQuery.data.series.length === 0 ? (
        <State title={t('none')} text={t(reachesTracking ? 'noneWords' : 'noneAway')} />
      ) : (
        <MetricsView tasks={tasks} options={options} onOptions={setOptions} />
      )}
      {logged.map(([title, entries]) =>
        entries.length === 0 ? null : (
          <Panel key={title} title={title}>
            <Facts facts={entries} />
          </Panel>
        ),
      )}
    </>
  )
}
