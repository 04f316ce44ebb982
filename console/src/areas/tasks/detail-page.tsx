import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import type { ComponentType } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Page, PageHeading } from '#ui/page.tsx'
import { Bone, ProblemState } from '#ui/states.tsx'
import { Tag } from '#ui/status.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { usePageActions } from '#ui/page-actions.ts'
import { usePageTrail } from '#ui/trail.ts'
import { BasicTab } from './basic-tab.tsx'
import { InstancesTab } from './instances-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { ResultTab } from './result-tab.tsx'
import type { taskTabs } from './search.ts'
import { askToStop, canStop } from './stop-task.ts'
import { TaskDuration, TaskProgress, TaskStatus } from './task-status.tsx'
import styles from './tasks.module.css'
import { text } from './text.ts'

type Tab = (typeof taskTabs)[number]
type Report = ComponentType<{ task: Task }>

const bodies: Record<Exclude<Tab, 'report'>, ComponentType<{ task: Task }>> = {
  basic: BasicTab,
  instances: InstancesTab,
  result: ResultTab,
  log: LogTab,
}

/** One task. Reports of task kinds are of later areas; the app gives them. */
export function TaskDetailPage({ reports }: { reports: Partial<Record<Task['kind'], Report>> }) {
  const t = useText(text)
  const { id: taskId } = useParams({ from: '/shell/compute/taskdetail/$id' })
  const search = useSearch({ from: '/shell/compute/taskdetail/$id' })
  const navigate = useNavigate({ from: '/compute/taskdetail/$id' })
  const task = useQuery(read(taskEndpoints.getTask, { params: { taskId } }))
  usePageTrail({ words: task.data?.name ?? '…' })
  const { data } = task
  usePageActions(
    data !== undefined && canStop(data) ? [{ key: 'stop', words: t('stop'), run: () => askToStop(data, t) }] : [],
  )
  if (task.error !== null) return <ProblemState problem={task.error} onRetry={() => void task.refetch()} />
  if (task.data === undefined) {
    return (
      <Page>
        <Bone width={240} height={28} />
        <Bone height={220} style={{ marginTop: 24 }} />
      </Page>
    )
  }
  const Report = reports[task.data.kind]
  const tabs: Tab[] =
    Report === undefined ? ['basic', 'instances', 'result', 'log'] : ['report', 'basic', 'instances', 'log']
  const tab = search.tab !== undefined && tabs.includes(search.tab) ? search.tab : (tabs[0] ?? 'basic')
  const Body = tab === 'report' ? Report : bodies[tab]
  return (
    <Page full={tab === 'log' || tab === 'report'}>
      <PageHeading
        title={task.data.name}
        note={
          <>
            <TaskStatus status={task.data.status} />
            <Tag>{t(task.data.kind)}</Tag>
            <span className={styles['quiet']}>
              <TaskDuration task={task.data} />
            </span>
            <TaskProgress task={task.data} />
          </>
        }
      >
        <Button
          danger
          disabled={!canStop(task.data)}
          onClick={() => task.data !== undefined && askToStop(task.data, t)}
        >
          {t('stop')}
        </Button>
      </PageHeading>
      {task.data.statusReason !== '' && <p className={styles['reason']}>{task.data.statusReason}</p>}
      <TabBar
        label={task.data.name}
        tabs={tabs.map((key) => ({ key, words: t(key) }))}
        active={tab}
        onTab={(key) => void navigate({ search: { tab: key }, replace: true })}
      />
      {Body !== undefined && <Body task={task.data} />}
    </Page>
  )
}
