import { lineageEndpoints } from '@vermilion/contract/models/lineage'
import type { Task } from '@vermilion/contract/tasks'
import { workEndpoints } from '@vermilion/contract/work'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { Time } from '#ui/moment.tsx'
import { LinkButton } from '#ui/page/link-button.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { useTaskActions } from '../actions/task-actions.ts'
import { text } from '../text.ts'
import { overviewText } from './text.ts'

export function NextSteps({ task }: { task: Task }) {
  const t = useText(overviewText)
  const names = useText(text)
  const { id, dataSources, poolName, creator, createdAt, image } = task
  return (
    <Panel title={t('next')}>
      <div className="grid gap-10">
        {task.modelId !== null && <ModelSteps modelId={task.modelId} />}
        {task.modelId === null && task.status === 'success' && <WithoutModel taskId={id} />}
        <Again task={task} />
        <Link to="/compute/taskdetail/$id" params={{ id }} search={{ tab: 'log' }} replace>
          {t(task.status === 'running' ? 'watchLog' : 'readLog')}
        </Link>
        {task.endedAt !== null && (
          <Link to="/compute/taskdetail/$id" params={{ id }} search={{ tab: 'result' }} replace>
            {t('results')}
          </Link>
        )}
      </div>
      <dl
        className="grid gap-8-14 align-center margin-top-16 border-top font-13"
        style={{ gridTemplateColumns: 'auto minmax(0, 1fr)', paddingTop: 14 }}
      >
        <dt className="text-tertiary">{t('data')}</dt>
        <dd className="wrapping-row gap-4-8 min-width-0 break-anywhere">
          {dataSources.map(({ kind, id: dataId, name }) =>
            kind === 'dataset' ? (
              <Link key={dataId} to="/data-set/list/file/$id" params={{ id: dataId }}>
                {name}
              </Link>
            ) : (
              <span key={dataId}>{name}</span>
            ),
          )}
        </dd>
        <dt className="text-tertiary">{names('image')}</dt>
        <dd className="wrapping-row gap-4-8 min-width-0 break-anywhere">{image}</dd>
        <dt className="text-tertiary">{names('pool')}</dt>
        <dd className="wrapping-row gap-4-8 min-width-0 break-anywhere">{poolName}</dd>
        <dt className="text-tertiary">{names('creator')}</dt>
        <dd className="wrapping-row gap-4-8 min-width-0 break-anywhere">
          <Person username={creator} />
        </dd>
        <dt className="text-tertiary">{names('created')}</dt>
        <dd className="wrapping-row gap-4-8 min-width-0 break-anywhere">
          <Time time={createdAt} />
        </dd>
      </dl>
      <Link
        className="block margin-top-14 font-13"
        to="/compute/taskdetail/$id"
        params={{ id }}
        search={{ tab: 'basic' }}
        replace
      >
        {t('seeConfiguration')}
      </Link>
    </Panel>
  )
}

function WithoutModel({ taskId }: { taskId: string }) {
  const t = useText(overviewText)
  const works = useQuery(read(workEndpoints.listWork, {}))
  if (works.isPending) return <Bone height={22} />
  const isRegistering = works.data?.some(
    ({ kind, leadsTo, endedAt }) => kind === 'registration' && leadsTo?.id === taskId && endedAt === null,
  )
  return <p className="faint">{t(isRegistering === true ? 'registering' : 'without')}</p>
}

function ModelSteps({ modelId }: { modelId: string }) {
  const t = useText(overviewText)
  const lineage = useQuery(read(lineageEndpoints.modelLineage, { params: { modelId } }))
  // Inferences without a truth have no worst images.
  const judged = lineage.data?.to.find(
    ({ relation, kind, id }) => relation === 'evaluation' && kind === 'task' && id !== null,
  )
  const toModel = { to: '/model/list/model/$id', params: { id: modelId } } as const
  return (
    <>
      <LinkButton color="primary" variant="solid" {...toModel}>
        {t('openModel')}
      </LinkButton>
      <LinkButton {...toModel} search={{ run: true }}>
        {t('runInference')}
      </LinkButton>
      {judged?.id !== undefined && judged.id !== null ? (
        <Link
          title={t('labelWorstNote')}
          to="/compute/taskdetail/$id"
          params={{ id: judged.id }}
          search={{ tab: 'report' }}
        >
          {t('labelWorst')}
        </Link>
      ) : (
        lineage.data !== undefined && <p className="faint">{t('runFirst')}</p>
      )}
      <Link to="/model/list/model/$id/try" params={{ id: modelId }}>
        {t('tryModel')}
      </Link>
    </>
  )
}

function Again({ task }: { task: Task }) {
  const stay = () => undefined
  const actions = useTaskActions({ onEdit: stay, onDeleted: stay })(task)
  if (task.status !== 'failed' && task.status !== 'stopped') return null
  return actions
    .filter(({ key }) => key === 'resume' || key === 'retry')
    .map(({ key, text: label, run }) => (
      <Button key={key} onClick={run}>
        {label}
      </Button>
    ))
}
