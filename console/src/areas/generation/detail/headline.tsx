import type { DetailedGeneration } from '@vermilion/contract/generations'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { formatNumber, formatShare, unknownValue } from '#lib/format.ts'
import { useScoreNames } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'
import styles from './detail.module.css'
import { text } from './text.ts'

export function Headline({ generation }: { generation: DetailedGeneration }) {
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
