import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Time } from '#ui/moment.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { LinkButton } from '#ui/page/link-button.tsx'
import { Panel } from '#ui/page/page.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { detailText } from '../detail/text.ts'
import { text } from '../text.ts'
import { externalText } from './text.ts'

const maxNested = 20

/** The page of a run elsewhere shows what its client has told: the server knows no configuration, log or machine of it. */
export function ExternalPanel({ task, run }: { task: Task; run: NonNullable<Task['external']> }) {
  const t = useText(externalText)
  const names = useText(text)
  const details = useText(detailText)
  const { host, user, client, experiment, parent, heardAt, nestedRuns } = run
  const rows: (readonly [string, ReactNode])[] = [
    [t('host'), host],
    [t('user'), user],
    [names('creator'), <Person key="creator" username={task.creator} />],
    [t('client'), client],
    [t('experiment'), experiment],
    ...(parent === null
      ? []
      : [
          [
            t('parent'),
            <TaskLink key={parent.id} id={parent.id}>
              {parent.name}
            </TaskLink>,
          ] as const,
        ]),
    [details('started'), <Time key="started" time={task.startedAt} />],
    ...(task.endedAt === null ? [] : [[names('ended'), <Time key="ended" time={task.endedAt} />] as const]),
    [t('lastHeard'), <Time key="heard" time={heardAt} />],
  ]
  const tabs = [
    ['metrics', t('curves')],
    ['result', t('files')],
  ] as const
  return (
    <Panel title={t('about')}>
      <div className="grid gap-10">
        {task.modelId !== null && (
          <LinkButton color="primary" variant="solid" to="/model/list/model/$id" params={{ id: task.modelId }}>
            {details('toModel')}
          </LinkButton>
        )}
        {tabs.map(([tab, label]) => (
          <Link key={tab} to="/compute/taskdetail/$id" params={{ id: task.id }} search={{ tab }} replace>
            {label}
          </Link>
        ))}
      </div>
      <dl
        className="grid gap-8-14 align-center margin-top-16 border-top font-13"
        style={{ gridTemplateColumns: 'auto minmax(0, 1fr)', paddingTop: 14 }}
      >
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-tertiary">{name}</dt>
            <dd className="min-width-0 break-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {nestedRuns > 0 && <NestedRuns taskId={task.id} title={t('nested', { count: nestedRuns })} />}
    </Panel>
  )
}

function NestedRuns({ taskId, title }: { taskId: string; title: string }) {
  const runs = useQuery(read(taskEndpoints.listTasks, { query: { parent: taskId, limit: maxNested } }))
  return (
    <details className="margin-top-14 font-13" open>
      <summary className="cursor-pointer">{title}</summary>
      <ul className="grid gap-4 margin-top-8">
        {runs.isPending && <Bone height={22} />}
        {runs.error !== null && <ProblemState problem={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.data?.items.map(({ id, name }) => (
          <li key={id} className="break-anywhere">
            <TaskLink id={id}>{name}</TaskLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
