import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type MetricTable, type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { LineChart } from '#ui/line-chart.tsx'
import type { Curve } from '#ui/line-plot.tsx'
import { Panel } from '#ui/page.tsx'
import { Bone, ProblemState, State } from '#ui/states.tsx'
import styles from './tasks.module.css'
import { text } from './text.ts'

/** What a training has reached so far: curves, figures, files. */
export function ResultTab({ task }: { task: Task }) {
  const t = useText(text)
  const metrics = useQuery(read(taskEndpoints.taskMetrics, { params: { taskId: task.id } }))
  const files = useQuery(read(taskEndpoints.listResultFiles, { params: { taskId: task.id } }))
  if (metrics.error !== null) return <ProblemState problem={metrics.error} onRetry={() => void metrics.refetch()} />
  if (metrics.data === undefined) return <Bone height={300} />
  const curves = curvesOf(metrics.data)
  const losses = curves.filter(({ name }) => name.includes('loss'))
  const measures = curves.filter(({ name }) => name.startsWith('metrics/'))
  const contentOf = (path: string, download: 'true' | 'false') =>
    addressOf(taskEndpoints.resultFileContent, { params: { taskId: task.id }, query: { path, download } })
  const figures = files.data?.filter(({ path }) => /\.(?:png|jpe?g|svg|webp)$/i.test(path)) ?? []
  return (
    <>
      {metrics.data.rows.length === 0 ? (
        <State title={t('noMetrics')} words={t('noMetricsWords')} />
      ) : (
        <div className={styles['charts']}>
          <Panel title={t('losses')}>
            <LineChart label={t('losses')} x={t('epoch')} y={t('value')} curves={losses} />
          </Panel>
          <Panel title={t('metrics')}>
            <LineChart label={t('metrics')} x={t('epoch')} y={t('value')} curves={measures} top={1} />
          </Panel>
        </div>
      )}
      {figures.length > 0 && (
        <Panel title={t('figures')}>
          <div className={styles['figures']}>
            {figures.map(({ path }) => (
              <a key={path} href={contentOf(path, 'false')} target="_blank" rel="noreferrer">
                <img src={contentOf(path, 'false')} alt={path} loading="lazy" />
                <span>{path}</span>
              </a>
            ))}
          </div>
        </Panel>
      )}
      <Panel title={t('files')}>
        {files.data?.length === 0 && <p className={styles['quiet']}>{t('noFiles')}</p>}
        <ul className={styles['files']}>
          {files.data?.map(({ path, size }) => (
            <li key={path}>
              <code>{path}</code>
              <span>{formatSize(size)}</span>
              <a href={contentOf(path, 'true')} download aria-label={`${t('download')} ${path}`} title={t('download')}>
                <DownloadOutlined aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

/** The columns of results.csv as curves over the epoch, named as in the file. */
function curvesOf({ columns, rows }: MetricTable): Curve[] {
  const epoch = columns.findIndex((name) => name.trim() === 'epoch')
  return columns.flatMap((name, column) => {
    if (column === epoch) return []
    const points = rows.flatMap((row, place): [number, number][] => {
      const value = row[column]
      return typeof value === 'number' ? [[row[epoch] ?? place + 1, value]] : []
    })
    return [{ name: name.trim(), points }]
  })
}
