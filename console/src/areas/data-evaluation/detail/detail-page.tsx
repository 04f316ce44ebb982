import { type DataEvaluation, dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { DetailPage, ThingGate, type ThingSource } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { askToStop, useEvaluationActions } from '../evaluation-actions.ts'
import { EvaluationProgress, EvaluationState, hasEnded } from '../evaluation-state.tsx'
import { evaluationTabs } from '../search.ts'
import { text as listText } from '../text.ts'
import { ImagesTab } from './images-tab.tsx'
import { ReportTab } from './report-tab.tsx'
import { text } from './text.ts'
import { CreateEvaluation } from '../evaluation-form.tsx'

const from = '/shell/space/list/file/$id/evaluations/$evaluationId'

interface EvaluationInSpace {
  evaluation: DataEvaluation
  space: Space
}

export function EvaluationPage() {
  const t = useText(listText)
  const { id: spaceId, evaluationId } = useParams({ from })
  const evaluation = useQuery(read(dataEvaluationEndpoints.getDataEvaluation, { params: { evaluationId } }))
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  const source: ThingSource<EvaluationInSpace> = {
    data:
      evaluation.data === undefined || space.data === undefined
        ? undefined
        : { evaluation: evaluation.data, space: space.data },
    error: evaluation.error ?? space.error,
    refetch: () => Promise.all([evaluation.refetch(), space.refetch()]),
  }
  return (
    <ThingGate<EvaluationInSpace>
      source={source}
      nameOf={({ space: { name } }) => name}
      below={{
        to: `/space/list/file/${spaceId}`,
        list: { to: `/space/list/file/${spaceId}/evaluations`, text: t('title') },
        text: evaluation.data?.name ?? '…',
      }}
      back={
        <Link to="/space/list/file/$id/evaluations" params={{ id: spaceId }}>
          {t('toEvaluations')}
        </Link>
      }
    >
      {(loaded) => <EvaluationDetail key={loaded.evaluation.id} {...loaded} />}
    </ThingGate>
  )
}

function EvaluationDetail({ evaluation, space }: EvaluationInSpace) {
  const t = useText(text)
  const texts = useText(listText)
  const language = useSystem((system) => system.lang)
  const { tab = 'report' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/list/file/$id/evaluations/$evaluationId' })
  const [isRepeating, setRepeating] = useState(false)
  const leave = () => void navigate({ to: '/space/list/file/$id/evaluations', params: { id: space.id } })
  const actions = useEvaluationActions(leave)(evaluation)
  usePageActions(actions.filter(({ key, disabled }) => key !== 'delete' && disabled !== true))
  const { name, standard, cost } = evaluation
  return (
    <DetailPage
      name={name}
      status={
        <>
          <EvaluationState status={evaluation.status} />
          {standard !== null && <Tag>{texts('standardVersion', standard)}</Tag>}
          <EvaluationProgress evaluation={evaluation} named />
          {cost.calls > 0 && (
            <span className="text-secondary">
              {texts('cost', {
                calls: formatNumber(cost.calls, language),
                tokens: formatNumber(cost.promptTokens + cost.completionTokens, language),
              })}
            </span>
          )}
        </>
      }
      reason={evaluation.error ?? ''}
      actions={
        <>
          {/* What was picked file by file is picked anew. */}
          {hasEnded(evaluation) && evaluation.folder !== null && (
            <Button type="primary" onClick={() => setRepeating(true)}>
              {t('again')}
            </Button>
          )}
          {!hasEnded(evaluation) && (
            <Button danger onClick={() => askToStop(evaluation, texts)}>
              {texts('stop')}
            </Button>
          )}
          <RowMenu label={texts('actions', { name })} actions={actions.filter(({ key }) => key !== 'stop')} />
        </>
      }
      tabs={evaluationTabs.map((key) => ({ key, text: t(key) }))}
      active={tab}
      onTab={(key) => void navigate({ search: (now) => ({ ...now, tab: key }), replace: true })}
    >
      {isRepeating && (
        <CreateEvaluation
          spaceId={space.id}
          earlier={evaluation}
          onClose={() => setRepeating(false)}
          onCreated={({ id: evaluationId }) => {
            setRepeating(false)
            void navigate({ params: { id: space.id, evaluationId }, search: {} })
          }}
        />
      )}
      {tab === 'report' ? (
        <ReportTab evaluation={evaluation} spaceName={space.name} />
      ) : (
        <ImagesTab evaluation={evaluation} />
      )}
    </DetailPage>
  )
}
