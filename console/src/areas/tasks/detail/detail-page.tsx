import { type Task, taskEndpoints, type taskInstance } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type ComponentType, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read } from '#lib/query.ts'
import { LinkButton } from '#ui/page/link-button.tsx'
import { DetailPage, ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { loadMetricsTab } from '../metrics/prepare.ts'
import type { taskTabs } from '../search.ts'
import { askToStop, canStop, stopName } from '../actions/stop-task.ts'
import { ExternalPlace, LastHeard } from '../external/external-place.tsx'
import { QueuePlace } from '../queue/queue-position.tsx'
import { useTaskActions } from '../actions/task-actions.ts'
import type { SamplesPanel } from '../samples-panel.ts'
import { TaskDuration, TaskProgress, TaskStatus } from '../task-status.tsx'
import { detailText } from './text.ts'
import { text } from '../text.ts'
import { QueueDrawer } from '../queue/queue-drawer.tsx'
import { TerminalTab } from '../terminal/terminal-tab.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { BasicTab } from './basic-tab.tsx'
import type { z } from 'zod'
import { unknownValue } from '#lib/format.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { State } from '#ui/feedback/states.tsx'
import styles from '../tasks.module.css'

const SweepPlace = lazyPart(async () => (await import('../sweeps/sweep-state.tsx')).SweepPlace)
const LogTab = lazyPart(async () => (await import('../logs/log-tab.tsx')).LogTab)
const ResultTab = lazyPart(async () => (await import('../result/result-tab.tsx')).ResultTab)

type Tab = (typeof taskTabs)[number]
type Report = ComponentType<{ task: Task }>
type TabProps = { task: Task; Samples?: SamplesPanel | undefined }

const moreTabs = ['log', 'instances', 'basic', 'terminal'] as const
const usualTabs: readonly Tab[] = ['overview', 'metrics', 'result', ...moreTabs]
/** The server has no log, instances or configuration of a run elsewhere. */
const externalTabs: readonly Tab[] = ['overview', 'metrics', 'result']
const reportTabs: Partial<Record<Task['kind'], readonly Tab[]>> = {
  'fine-tuning': ['report', 'metrics', 'result', ...moreTabs],
  'cloud-inference': ['report', ...moreTabs],
  'board-inference': ['report', 'log', 'instances', 'basic'],
}

const bodies: Record<Exclude<Tab, 'report'>, ComponentType<TabProps>> = {
  overview: OverviewTab,
  basic: BasicTab,
  instances: InstancesTab,
  metrics: lazyPart(loadMetricsTab),
  result: ResultTab,
  log: LogTab,
  terminal: TerminalTab,
}

interface TaskDetailPageProps {
  reports: Partial<Record<Task['kind'], Report>>
  Samples: SamplesPanel
}

export function TaskDetailPage({ reports, Samples }: TaskDetailPageProps) {
  const t = useText(text)
  const { id: taskId } = useParams({ from: '/shell/compute/taskdetail/$id' })
  const task = useQuery(read(taskEndpoints.getTask, { params: { taskId } }))
  return (
    <ThingGate
      source={task}
      nameOf={({ name }) => name}
      {...(task.data?.kind === 'fine-tuning' && { above: { to: '/fineTuning/tasks', text: t('fine-tuning') } })}
      back={<Link to="/compute/tasks">{t('toTasks')}</Link>}
    >
      {(loadedTask) => <TaskDetail task={loadedTask} Report={reports[loadedTask.kind]} Samples={Samples} />}
    </ThingGate>
  )
}

function TaskDetail({ task, Report, Samples }: TabProps & { Report: Report | undefined }) {
  const t = useText(text)
  const details = useText(detailText)
  const search = useSearch({ from: '/shell/compute/taskdetail/$id' })
  const navigate = useNavigate({ from: '/compute/taskdetail/$id' })
  const reported = Report === undefined ? usualTabs : (reportTabs[task.kind] ?? usualTabs)
  const tabs = task.external === null ? reported : externalTabs
  const tab = search.tab !== undefined && tabs.includes(search.tab) ? search.tab : (tabs[0] ?? 'overview')
  const Body = tab === 'report' ? Report : bodies[tab]
  const open = (key: Tab) => void navigate({ search: { tab: key }, replace: true })
  const leave = () => void navigate({ to: '/compute/tasks' })
  const [editing, setEditing] = useState(false)
  const actions = useTaskActions({ onEdit: () => setEditing(true), onDeleted: leave })(task)
  const resume = actions.find(({ key }) => key === 'resume')
  const stop = canStop(task) ? [{ key: 'stop', text: stopName(task, t), run: () => askToStop(task, t) }] : []
  usePageActions([...stop, ...actions.filter(({ key }) => key !== 'delete')])
  return (
    <DetailPage
      name={task.name}
      status={
        <>
          <TaskStatus status={task.status} />
          <Tag>{t(task.kind)}</Tag>
          <span className="text-tertiary">
            <TaskDuration task={task} />
          </span>
          {task.external === null && <TaskProgress task={task} />}
          {task.external !== null && (
            <span className="text-tertiary">
              <ExternalPlace reason={task.statusReason} run={task.external} />
              {task.status === 'running' && (
                <>
                  {' · '}
                  <LastHeard status={task.status} run={task.external} />
                </>
              )}
            </span>
          )}
          {task.sweep !== null && <SweepPlace sweep={task.sweep} />}
          {task.queue !== null && (
            <span className="text-tertiary">
              <QueuePlace task={task} />
            </span>
          )}
        </>
      }
      reason={task.external === null ? task.statusReason : ''}
      actions={
        <>
          {task.kind === 'fine-tuning' && task.modelId !== null && (
            <>
              <LinkButton to="/model/list/model/$id" params={{ id: task.modelId }} search={{ generate: true }}>
                {details('generateWith')}
              </LinkButton>
              <LinkButton color="primary" variant="solid" to="/model/list/model/$id" params={{ id: task.modelId }}>
                {details('toModel')}
              </LinkButton>
            </>
          )}
          {resume !== undefined && <Button onClick={resume.run}>{resume.text}</Button>}
          {canStop(task) && (
            <Button danger onClick={() => askToStop(task, t)}>
              {stopName(task, t)}
            </Button>
          )}
          <RowMenu label={t('actions', { name: task.name })} actions={actions} />
        </>
      }
      tabs={tabs.map((key) => ({ key, text: details(key) }))}
      active={tab}
      onTab={open}
      full={tab === 'log' || tab === 'report' || tab === 'terminal'}
    >
      {tab === tabs[0] && task.failure !== null && <FailureNote failure={task.failure} onLog={() => open('log')} />}
      {Body !== undefined && <Body key={task.id} task={task} Samples={Samples} />}
      {editing && task.status === 'queuing' && <QueueDrawer task={task} onClose={() => setEditing(false)} />}
    </DetailPage>
  )
}

interface FailureNoteProps {
  failure: NonNullable<Task['failure']>
  onLog: () => void
}

function FailureNote({ failure: { likelyCause, lastLines }, onLog }: FailureNoteProps) {
  const details = useText(detailText)
  return (
    <section
      className={`${styles['failure']} margin-bottom-16 padding-14-16 border-error radius-10`}
      aria-label={details('whyFailed')}
    >
      <header className="flex gap-16 align-flex-start justify-between">
        <div>
          <strong>{details('whyFailed')}</strong>
          <p>{likelyCause}</p>
        </div>
        <Button size="small" onClick={onLog}>
          {details('toLog')}
        </Button>
      </header>
      {lastLines.length > 0 && (
        <>
          <h3 className="note weight-400" style={{ margin: '10px 0 4px' }}>
            {details('lastLines')}
          </h3>
          <pre className="max-height-220 margin-0 font-13 line-height-1_6 white-space-pre-wrap scroll break-anywhere">
            {lastLines.join('\n')}
          </pre>
        </>
      )}
    </section>
  )
}

type Instance = z.output<typeof taskInstance>

function InstancesTab({ task }: { task: Task }) {
  const details = useText(detailText)
  const instances = useQuery(read(taskEndpoints.listInstances, { params: { taskId: task.id } }))
  const columns = useColumns()
  return (
    <DataTable
      label={details('instances')}
      columns={columns}
      rows={instances.data}
      rowKey={({ name }) => name}
      problem={instances.error}
      onRetry={() => void instances.refetch()}
      empty={<State title={details('noInstances')} text={details('noInstancesWords')} />}
    />
  )
}

function useColumns(): Column<Instance>[] {
  const t = useText(text)
  const details = useText(detailText)
  return [
    { key: 'role', title: details('role'), cell: ({ role }) => role },
    { key: 'name', title: details('instanceName'), cell: ({ name }) => <code>{name}</code> },
    { key: 'restarts', title: t('restarts'), numeric: true, cell: ({ restartCount }) => restartCount },
    { key: 'instanceIp', title: details('instanceIp'), cell: ({ instanceIp }) => instanceIp ?? unknownValue },
    { key: 'hostIp', title: details('hostIp'), cell: ({ hostIp }) => hostIp ?? unknownValue },
    { key: 'status', title: details('instanceStatus'), cell: ({ status }) => <TaskStatus status={status} /> },
  ]
}
