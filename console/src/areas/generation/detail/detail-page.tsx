import { generationEndpoints, type DetailedGeneration, type ImageInProgress } from '@vermilion/contract/generations'
import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useWorkflowName, useScoreNames } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { DetailPage, ThingGate, type ThingSource } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { useGenerationActions } from '../actions/generation-actions.tsx'
import { askToStop } from '../actions/stop-generation.ts'
import { GenerationDuration, GenerationProgress, GenerationState, hasEnded, TimeLeft } from '../generation-status.tsx'
import { generationTabs } from '../search.ts'
import { text as listText } from '../text.ts'
import { ConfigTab } from './config-tab.tsx'
import { Fragment } from 'react'
import { formatNumber, formatShare, unknownValue } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'
import { ImagesTab } from './images-tab.tsx'
import { text } from './text.ts'
import styles from './detail.module.css'

const mainActions: readonly string[] = ['export', 'evaluate']

const from = '/shell/space/list/file/$id/generations/$generationId'

interface GenerationInSpace {
  generation: DetailedGeneration
  space: Space
}

export function GenerationPage() {
  const t = useText(listText)
  const { id, generationId } = useParams({ from })
  const generation = useQuery(read(generationEndpoints.getGeneration, { params: { generationId } }))
  // The address may name another space, because a copied image knows its generation, not the generation's space.
  const spaceId = generation.data?.spaceId ?? id
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  const source: ThingSource<GenerationInSpace> = {
    data:
      generation.data === undefined || space.data === undefined
        ? undefined
        : { generation: generation.data, space: space.data },
    error: generation.error ?? space.error,
    refetch: () => Promise.all([generation.refetch(), space.refetch()]),
  }
  const toList = (
    <Link to="/space/list/file/$id/generations" params={{ id: spaceId }}>
      {t('toGenerations')}
    </Link>
  )
  return (
    <ThingGate<GenerationInSpace>
      source={source}
      nameOf={({ space: { name } }) => name}
      below={{
        to: `/space/list/file/${spaceId}`,
        list: { to: `/space/list/file/${spaceId}/generations`, text: t('title') },
        text: generation.data?.config.name ?? '…',
      }}
      back={toList}
    >
      {(loaded) => <GenerationDetail key={loaded.generation.id} {...loaded} />}
    </ThingGate>
  )
}

function GenerationDetail({ generation, space }: GenerationInSpace) {
  const t = useText(text)
  const texts = useText(listText)
  const workflowNameOf = useWorkflowName()
  const { tab = 'images' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/list/file/$id/generations/$generationId' })
  const leave = () => void navigate({ to: '/space/list/file/$id/generations', params: { id: space.id } })
  const { actionsOf, dialogs } = useGenerationActions(space.name, leave)
  const actions = actionsOf(generation)
  const isOver = hasEnded(generation)
  // The next steps with finished images.
  const main = actions.filter(({ key, disabled }) => isOver && disabled !== true && mainActions.includes(key))
  usePageActions(actions.filter(({ key, disabled }) => key !== 'delete' && disabled !== true))
  const { name } = generation.config
  return (
    <DetailPage
      name={name}
      status={
        <>
          <GenerationState status={generation.status} />
          <Tag>{workflowNameOf(generation.config.workflow, generation.workflowName)}</Tag>
          <span className="text-tertiary">
            {t(isOver ? 'took' : 'takes')} <GenerationDuration generation={generation} />
          </span>
          {generation.status !== 'success' && <GenerationProgress generation={generation} />}
          {!isOver && <TimeLeft generation={generation} />}
        </>
      }
      reason={generation.error ?? ''}
      actions={
        <>
          {main.map(({ key, text: action, run }) => (
            <Button key={key} onClick={run}>
              {action}
            </Button>
          ))}
          {!isOver && (
            <Button danger onClick={() => askToStop(generation, texts)}>
              {texts('stop')}
            </Button>
          )}
          <RowMenu label={texts('actions', { name })} actions={actions.filter(({ key }) => key !== 'stop')} />
        </>
      }
      tabs={generationTabs.map((key) => ({ key, text: t(key) }))}
      active={tab}
      onTab={(key) => void navigate({ search: (now) => ({ ...now, tab: key }), replace: true })}
      full={tab === 'images'}
    >
      {tab === 'images' ? (
        <>
          <Headline generation={generation} />
          {!isOver && <ImagesInProgress generationId={generation.id} />}
          <ImagesTab generation={generation} spaceName={space.name} />
        </>
      ) : (
        <ConfigTab generation={generation} />
      )}
      {dialogs}
    </DetailPage>
  )
}

function ImagesInProgress({ generationId }: { generationId: string }) {
  const t = useText(text)
  const inProgress = useQuery(read(generationEndpoints.listImagesInProgress, { params: { generationId } }))
  const reported = (inProgress.data ?? []).filter(({ step, preview }) => step !== null || preview !== null)
  if (reported.length === 0) return null
  return (
    <ul className="flex rigid gap-12 margin-bottom-10 scroll-x" aria-label={t('inProgress')}>
      {reported.map((image) => (
        <InProgress key={`${image.number}-${image.attempt}`} image={image} />
      ))}
    </ul>
  )
}

function InProgress({ image: { number, step, steps, preview } }: { image: ImageInProgress }) {
  const t = useText(text)
  return (
    <li className="row rigid gap-8">
      {preview !== null && (
        <img className="width-56 radius-6 object-cover" style={{ height: 56 }} src={preview} alt="" />
      )}
      <span>
        {t('number', { number: number + 1 })}
        {step !== null && steps !== null && (
          <small className="block text-tertiary">{t('steps', { step, steps })}</small>
        )}
      </span>
    </li>
  )
}

function Headline({ generation }: { generation: DetailedGeneration }) {
  const { config, made, kept, meanScore } = generation
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const number = (value: number) => formatNumber(value, language)
  const figures = [
    { name: t('madeFigure'), value: number(made), note: t('ofOrdered', { count: config.count }) },
    {
      name: t('keptFigure'),
      value: number(kept),
      note: [
        made === 0 ? unknownValue : formatShare(kept / made),
        config.score === null ? t('keptAll') : t('keptRange', config.score),
      ].join(' · '),
    },
    {
      name: t('meanScore'),
      value: <ScoreOfHundred score={meanScore} />,
      note: meanScore === null ? t('unscored') : <ScoredBy generation={generation} />,
    },
  ]
  return (
    <dl className={`${styles['headline']} flex wrap margin-0-0-14`}>
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt className="faint">{name}</dt>
          <dd className="tabular">
            <b>{value}</b> <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ScoredBy({ generation: { config, spaceId, scoredBy } }: { generation: DetailedGeneration }) {
  const t = useText(text)
  const names = useScoreNames()
  const condition =
    scoredBy.length === 0 && config.score !== null ? names.modelName(config.score.model, config.score.model) : null
  return (
    <>
      {t('ofKept')}
      {condition !== null && ` · ${condition}`}
      {scoredBy.map(({ evaluationId, evaluationName, models }) => (
        <Fragment key={evaluationId}>
          {' · '}
          <Link
            to="/space/list/file/$id/evaluations/$evaluationId"
            params={{ id: spaceId, evaluationId }}
            title={evaluationName}
          >
            {models.map(({ id, name }) => names.modelName(id, name)).join(', ')}
          </Link>
        </Fragment>
      ))}
    </>
  )
}
