import { datasetEndpoints } from '@vermilion/contract/datasets'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SpaceStatus } from '#areas/spaces'
import { TaskStatus } from '#areas/tasks'
import { isActive, useWork, WorkList } from '#areas/work'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Ago } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { text } from './text.ts'
import { recent } from './use-counts.ts'
import styles from './welcome.module.css'

const query = { limit: recent }

/** What runs or waits now, as the tray shows it; nothing when nothing does. What was cut off waits for the user, below. */
export function RunningWork() {
  const t = useText(text)
  const works = useWork().data?.filter(isActive) ?? []
  if (works.length === 0) return null
  return (
    <Panel title={t('running')}>
      <WorkList works={works} />
    </Panel>
  )
}

export function RecentTasks() {
  const t = useText(text)
  const tasks = useQuery(read(taskEndpoints.listTasks, { query }))
  return (
    <Panel title={t('recentTasks')} extra={<Link to="/compute/tasks">{t('all')}</Link>}>
      <Rows query={tasks} none={t('noTasks')}>
        {tasks.data?.items.map(({ id, name, status, createdAt }) => (
          <li key={id}>
            <Link to="/compute/taskdetail/$id" params={{ id }}>
              {name}
            </Link>
            <TaskStatus status={status} />
            <Ago time={createdAt} />
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

export function RecentDatasets() {
  const t = useText(text)
  const datasets = useQuery(read(datasetEndpoints.listDatasets, { query }))
  return (
    <Panel title={t('recentDatasets')} extra={<Link to="/data-set/list">{t('all')}</Link>}>
      <Rows query={datasets} none={t('noDatasets')}>
        {datasets.data?.items.map(({ id, name, labeledCount, fileCount, createdAt }) => (
          <li key={id}>
            <Link to="/data-set/list/file/$id" params={{ id }}>
              {name}
            </Link>
            <span className={styles['progress']}>
              <small>{t('labeledOf', { labeled: labeledCount, total: fileCount })}</small>
              {labeledCount < fileCount && <ProgressBar done={labeledCount} total={fileCount} label={name} />}
            </span>
            <Ago time={createdAt} />
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

export function RecentSpaces() {
  const t = useText(text)
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query }))
  return (
    <Panel title={t('recentSpaces')} extra={<Link to="/space/list">{t('all')}</Link>}>
      <Rows query={spaces} none={t('noSpaces')}>
        {spaces.data?.items.map((space) => (
          <li key={space.id}>
            <Link to="/space/list/file/$id" params={{ id: space.id }}>
              {space.name}
            </Link>
            <SpaceStatus space={space} />
            <span>{t('files', { count: space.fileCount })}</span>
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

interface RowsProps {
  query: { error: unknown; refetch: () => unknown }
  none: string
  children: ReactNode[] | undefined
}

function Rows({ query: response, none, children }: RowsProps) {
  if (children === undefined && response.error !== null) {
    return <ProblemState problem={response.error} onRetry={() => void response.refetch()} />
  }
  if (children === undefined) return <Bone height={120} />
  if (children.length === 0) return <p className={styles['none']}>{none}</p>
  return <ul className={styles['rows']}>{children}</ul>
}
