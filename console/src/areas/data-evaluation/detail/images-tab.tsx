import { type DataEvaluation, dataEvaluationEndpoints, type ImageResult } from '@vermilion/contract/data-evaluations'
import { readModelScorerId, statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import { say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useScoreNames } from '#areas/files'
import { formatScore } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { usePageSize, useSystem } from '#lib/system.ts'
import { FilterRow } from '#ui/page/page.tsx'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { State } from '#ui/feedback/states.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import styles from '../evaluation.module.css'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'
import { FilePath, searchOf } from './file-path.tsx'
import { text } from './text.ts'

const orders = {
  number: 'byNumber',
  score: 'byScoreUp',
  '-score': 'byScoreDown',
  '-disagreement': 'byDisagreement',
} as const
type Order = keyof typeof orders

export function ImagesTab({ evaluation }: { evaluation: DataEvaluation }) {
  const t = useText(text)
  const { sort = 'number' } = useSearch({ from: '/shell/space/list/file/$id/evaluations/$evaluationId' })
  const navigate = useNavigate({ from: '/space/list/file/$id/evaluations/$evaluationId' })
  const limit = usePageSize()
  const [cursor, setCursor] = useState<string | undefined>()
  const params = { evaluationId: evaluation.id }
  const results = useQuery(
    readList(dataEvaluationEndpoints.listImageResults, { params, query: { sort, cursor, limit } }),
  )
  return (
    <>
      <FilterRow>
        <Select<Order>
          aria-label={t('order')}
          value={sort in orders ? (sort as Order) : 'number'}
          onChange={(next) => {
            setCursor(undefined)
            void navigate({ search: (now) => ({ ...now, sort: next }), replace: true })
          }}
          options={(Object.keys(orders) as Order[]).map((order) => ({ value: order, label: t(orders[order]) }))}
          style={{ minWidth: 220 }}
        />
      </FilterRow>
      <div className={styles['pictures']}>
        <DataTable<ImageResult>
          label={t('images')}
          rows={results.data?.items}
          rowKey={({ fileId }) => fileId}
          problem={results.error}
          onRetry={() => void results.refetch()}
          onRow={({ path }) => {
            if (path !== null)
              void navigate({ to: '/space/list/file/$id', params: { id: evaluation.spaceId }, search: searchOf(path) })
          }}
          empty={<State title={t('noImages')} text={t('noImagesWords')} />}
          columns={useColumns(evaluation)}
        />
      </div>
      <Pager page={results.data} onCursor={setCursor} />
    </>
  )
}

function useColumns({ spaceId, standard, models }: DataEvaluation): Column<ImageResult>[] {
  const t = useText(text)
  const names = useScoreNames()
  const only = models.length === 1 ? models[0] : undefined
  return [
    {
      key: 'file',
      title: t('file'),
      width: 340,
      cell: ({ fileId, path }) => (
        <CoverName
          covers={path === null ? [] : [fileId]}
          first={<FilePath spaceId={spaceId} path={path} />}
          second=""
        />
      ),
    },
    {
      key: 'score',
      title: t('score'),
      width: 110,
      numeric: true,
      cell: ({ score }) => <ScoreOfHundred score={score} />,
    },
    ...(models.length > 1 ? [disagreementColumn(t('disagreement'))] : []),
    {
      key: 'reasons',
      title: only === undefined ? t('reasons') : names.modelName(only.id, only.name),
      cell: (result) => <Reasons result={result} standard={standard} />,
    },
  ]
}

function disagreementColumn(title: string): Column<ImageResult> {
  return {
    key: 'disagreement',
    title,
    width: 110,
    numeric: true,
    wide: true,
    cell: ({ disagreement }) => formatScore(disagreement),
  }
}

function writtenReasons({ model, criteria }: ImageResult['models'][number]): string {
  if (model === statisticsScorer || readModelScorerId(model) !== undefined) return ''
  return [...new Set(criteria.map(({ reason }) => reason))].filter((reason) => reason !== '').join(' · ')
}

function Reasons({ result: { models }, standard }: { result: ImageResult; standard: DataEvaluation['standard'] }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const names = useScoreNames()
  return (
    <ul className={`${styles['scores']} padding-6-0 white-space-normal`}>
      {models.map((one) => (
        <li className="wrapping-row" style={{ gap: '4px 6px' }} key={one.model}>
          {models.length > 1 && (
            <span className="margin-right-6">
              {names.modelName(one.model, one.name)}
              {one.error === null && ` ${formatScore(one.score)}`}
            </span>
          )}
          {one.error !== null && (
            <span>
              {t('callFailed')}
              <small className="text-secondary" translate="no">
                {' '}
                · {say(one.error, language)}
              </small>
            </span>
          )}
          {one.criteria.map(({ key, score, reason }) => (
            <span key={key} title={reason === '' ? undefined : names.reason(one.model, key, reason)}>
              <Tag>
                {names.criterionName(one.model, key, standard?.criteria)}{' '}
                <b className="text-ink weight-600 tabular" style={{ marginLeft: 2 }}>
                  {Math.round(score)}
                </b>
              </Tag>
            </span>
          ))}
          {writtenReasons(one) !== '' && (
            <small className="text-secondary" translate="no">
              {writtenReasons(one)}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
