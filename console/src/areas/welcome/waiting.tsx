import { accountEndpoints } from '@vermilion/contract/accounts'
import type { WaitingImages } from '@vermilion/contract/datasets/assignment'
import { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import type { Work } from '@vermilion/contract/kernel/work'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { myFilter } from '#areas/datasets'
import { linkOf, useWork } from '#areas/work'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { LinkButton } from '#ui/page/link-button.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { attempt } from '#ui/feedback/use-action.ts'
import { text } from './text.ts'
import styles from './welcome.module.css'

const limit = 3

export function WaitsForYou() {
  const t = useText(text)
  const toLabel = useToLabel()
  const assigned = useQuery(read(assignmentEndpoints.listAssignments, {})).data
  const works = useWork().data ?? []
  const failed = works.filter(({ status, leadsTo }) => status === 'failed' && leadsTo !== null).slice(0, limit)
  const interrupted = works.filter(({ status }) => status === 'interrupted').slice(0, limit)
  const assignedCount = (assigned?.toLabel ?? 0) + (assigned?.toReview ?? 0)
  if (toLabel.length + failed.length + interrupted.length + assignedCount === 0) return null
  return (
    <Panel title={t('waits')}>
      <ul className={styles['rows']} data-waits>
        {assigned !== undefined && assigned.toLabel > 0 && <AssignedRow assigned={assigned} which="toLabel" />}
        {assigned !== undefined && assigned.toReview > 0 && <AssignedRow assigned={assigned} which="toReview" />}
        {interrupted.map((work) => (
          <WorkRow key={work.id} work={work} text={t('wasInterrupted')} action={t('chooseAgain')} tone="warning" />
        ))}
        {failed.map((work) => (
          <WorkRow key={work.id} work={work} text={t('hasFailed')} action={t('seeWhy')} tone="bad" />
        ))}
        {toLabel.map((dataset) => (
          <LabelRow key={dataset.id} dataset={dataset} />
        ))}
      </ul>
    </Panel>
  )
}

type Assigned = EndpointResponse<typeof assignmentEndpoints.listAssignments>

function AssignedRow({ assigned, which }: { assigned: Assigned; which: keyof WaitingImages }) {
  const t = useText(text)
  const me = useQuery(read(accountEndpoints.me, {})).data?.username
  const datasets = assigned.datasets.filter((dataset) => dataset[which] > 0)
  const [first] = datasets
  if (me === undefined || first === undefined) return null
  const message = t(which === 'toLabel' ? 'assignedToMe' : 'toReviewByMe', { count: assigned[which] })
  const names = datasets.map(({ name }) => visibleName(name)).join(', ')
  const action = t(which === 'toLabel' ? 'label' : 'review')
  const label = `${action}: ${names}`
  return (
    <li>
      <span className={`${styles['named']} grid min-width-0`}>
        {datasets.length === 1 ? (
          <Link to="/data-set/list/file/$id" params={{ id: first.id }} title={names}>
            {names}
          </Link>
        ) : (
          <strong className="ellipsis weight-500" title={names}>
            {names}
          </strong>
        )}
        <small className="ellipsis text-inherit weight-500">{message}</small>
      </span>
      {datasets.length === 1 ? (
        <LinkButton
          aria-label={label}
          to="/data-set/list/file/$id"
          params={{ id: first.id }}
          search={myFilter(which, me)}
        >
          {action}
        </LinkButton>
      ) : (
        <LinkButton
          aria-label={label}
          to="/data-set/list"
          search={{ [which === 'toLabel' ? 'assignee' : 'assignedReviewer']: me, waiting: 'yes' }}
        >
          {action}
        </LinkButton>
      )}
    </li>
  )
}

function useToLabel(): readonly Dataset[] {
  const startedDatasets = useQuery(read(datasetEndpoints.listDatasets, { query: { state: 'labeling', limit } }))
  const fresh = useQuery(read(datasetEndpoints.listDatasets, { query: { state: 'to-label', limit } }))
  return [...(startedDatasets.data?.items ?? []), ...(fresh.data?.items ?? [])].slice(0, limit)
}

function LabelRow({ dataset: { id, name, fileCount, labeledCount } }: { dataset: Dataset }) {
  const t = useText(text)
  const navigate = useNavigate()
  const go = () =>
    attempt(async () => {
      const query = { status: 'to-label', limit: 1 } as const
      const { items } = await call(datasetEndpoints.listItems, { params: { datasetId: id }, query })
      const [next] = items
      if (next === undefined) await navigate({ to: '/data-set/list/file/$id', params: { id } })
      else await navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id, itemId: next.id } })
    })
  return (
    <li>
      <span className={`${styles['named']} grid min-width-0`}>
        <Link to="/data-set/list/file/$id" params={{ id }} title={visibleName(name)}>
          {visibleName(name)}
        </Link>
        <small className="ellipsis text-inherit weight-500">
          {t('imagesToLabel', { left: fileCount - labeledCount, total: fileCount })}
        </small>
      </span>
      <Button
        onClick={() => void go()}
        aria-label={`${t(labeledCount > 0 ? 'continueLabeling' : 'startLabeling')}: ${name}`}
      >
        {t(labeledCount > 0 ? 'continueLabeling' : 'startLabeling')}
      </Button>
    </li>
  )
}

interface WorkRowProps {
  work: Work
  text: ReactNode
  action: string
  tone: 'warning' | 'bad'
}

function WorkRow({ work: { name, leadsTo }, text: message, action, tone }: WorkRowProps) {
  const navigate = useNavigate()
  const go = () => leadsTo !== null && void navigate(linkOf(leadsTo))
  return (
    <li>
      <span className={`${styles['named']} grid min-width-0`}>
        <strong className="ellipsis weight-500" title={visibleName(name)}>
          {visibleName(name)}
        </strong>
        <Status tone={tone}>{message}</Status>
      </span>
      <Button onClick={go} aria-label={`${action}: ${name}`}>
        {action}
      </Button>
    </li>
  )
}
