import { datasetEndpoints } from '@vermilion/contract/datasets'
import { isInferenceModel, type Model, modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MainMeasure } from '#areas/models'
import { SpaceStatus } from '#areas/spaces'
import { Headline, TaskKindMark, TaskProgress, TaskStatus } from '#areas/tasks'
import { isActive, useWork, WorkList } from '#areas/work'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Covers } from '#ui/cover/covers.tsx'
import { Ago } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { TwoLines } from '#ui/table/data-table.tsx'
import { text } from './text.ts'
import { recent, withContents } from './use-counts.ts'
import styles from './welcome.module.css'

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
  const tasks = useQuery(read(taskEndpoints.listTasks, { query: { limit: recent } }))
  return (
    <Panel title={t('recentTasks')} extra={<Link to="/compute/tasks">{t('all')}</Link>}>
      <Rows query={tasks} none={t('noTasks')}>
        {tasks.data?.items.map((task) => (
          <li key={task.id} data-figures>
            <span className={`${styles['named']} grid min-width-0`}>
              <Link to="/compute/taskdetail/$id" params={{ id: task.id }} title={visibleName(task.name)}>
                {visibleName(task.name)}
              </Link>
              <TaskKindMark kind={task.kind} />
            </span>
            {task.status === 'running' ? <TaskProgress task={task} /> : <TaskStatus status={task.status} />}
            <span className={`${styles['headline']} min-width-0 clip`}>
              {task.headline !== null && <Headline headline={task.headline} />}
            </span>
            <Ago time={task.createdAt} />
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

const wordsOf = (model: Model) => (isInferenceModel(model) ? model.labels.join(', ') : visibleName(model.datasetName))

export function RecentModels() {
  const t = useText(text)
  const unmeasured = <TwoLines first={unknownValue} second={t('notEvaluated')} />
  const models = useQuery(read(modelEndpoints.listModels, { query: { limit: recent } }))
  return (
    <Panel title={t('recentModels')} extra={<Link to="/model/list">{t('all')}</Link>}>
      <Rows query={models} none={t('noModels')}>
        {models.data?.items.map((model) => (
          <li key={model.id} data-pictures>
            <Covers files={model.covers.slice(0, 1)} kind="row" />
            <span className={`${styles['named']} grid min-width-0`}>
              <Link to="/model/list/model/$id" params={{ id: model.id }} title={visibleName(model.name)}>
                {visibleName(model.name)}
              </Link>
              <small className="ellipsis text-inherit weight-500" title={wordsOf(model)}>
                {wordsOf(model)}
              </small>
            </span>
            <span className={`${styles['figure']} tabular nowrap`}>
              {isInferenceModel(model) ? <MainMeasure model={model} unmeasured={unmeasured} /> : unmeasured}
            </span>
            <Ago time={model.createdAt} />
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

export function RecentDatasets() {
  const t = useText(text)
  const datasets = useQuery(read(datasetEndpoints.listDatasets, { query: withContents }))
  return (
    <Panel title={t('recentDatasets')} extra={<Link to="/data-set/list">{t('all')}</Link>}>
      <Rows query={datasets} none={t('noDatasets')} cards>
        {datasets.data?.items.map(({ id, name, covers, labeledCount, fileCount, updatedAt }) => (
          <li className="relative stack gap-4 min-width-0" key={id}>
            <Covers files={covers} kind="card" />
            <Link to="/data-set/list/file/$id" params={{ id }} title={visibleName(name)}>
              {visibleName(name)}
            </Link>
            <small className="note flex wrap gap-0-8 justify-between tabular">
              <span>{t('labeledOf', { labeled: labeledCount, total: fileCount })}</span>
              <Ago time={updatedAt} />
            </small>
            <ProgressBar done={labeledCount} total={Math.max(1, fileCount)} label={name} />
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

export function RecentSpaces() {
  const t = useText(text)
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query: withContents }))
  return (
    <Panel title={t('recentSpaces')} extra={<Link to="/space/list">{t('all')}</Link>}>
      <Rows query={spaces} none={t('noSpaces')} cards>
        {spaces.data?.items.map((space) => (
          <li className="relative stack gap-4 min-width-0" key={space.id}>
            <Covers files={space.covers} kind="card" />
            <Link to="/space/list/file/$id" params={{ id: space.id }} title={visibleName(space.name)}>
              {visibleName(space.name)}
            </Link>
            <small className="note flex wrap gap-0-8 justify-between tabular">
              <SpaceStatus space={space} />
              <span>{t('files', { count: space.fileCount })}</span>
            </small>
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

interface RowsProps {
  query: { error: unknown; refetch: () => unknown }
  none: string
  cards?: boolean
  children: ReactNode[] | undefined
}

function Rows({ query: response, none, cards = false, children }: RowsProps) {
  if (children === undefined && response.error !== null) {
    return <ProblemState problem={response.error} onRetry={() => void response.refetch()} />
  }
  if (children === undefined) return <Bone height={120} />
  if (children.length === 0) return <p className="text-secondary">{none}</p>
  return <ul className={cards ? `${styles['cards']} flex gap-16 clip` : styles['rows']}>{children}</ul>
}
