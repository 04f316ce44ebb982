import { dataEvaluationEndpoints, type Estimate } from '@vermilion/contract/data-evaluations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { call } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { useSystem } from '#lib/system.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { type ChosenFiles, type CostRequest, costRequestOf } from '../form-values.ts'
import styles from './cost-estimate.module.css'
import { costText } from './text.ts'

/** The pause after a change of the form before the cost is requested, in milliseconds. */
const pause = 400

interface CostEstimateProps {
  spaceId: string
  files: ChosenFiles | undefined
}

export function CostEstimate({ spaceId, files }: CostEstimateProps) {
  const t = useText(costText)
  const request = useCostRequest(files)
  const settled = useSettled(request, pause)
  return (
    <Form.Item label={t('cost')}>
      <div className={`${styles['cost']} text-secondary tabular`} aria-live="polite">
        {request === '' ? (
          t('waits')
        ) : settled === '' ? (
          t('estimating')
        ) : (
          <Cost spaceId={spaceId} request={settled} isOutdated={settled !== request} />
        )}
      </div>
    </Form.Item>
  )
}

/** The estimate's request as JSON, which compares by value; empty while the form is incomplete. */
function useCostRequest(files: ChosenFiles | undefined): string {
  const scorers = useQuery(read(dataEvaluationEndpoints.listScorers, {}))
  const folder = Form.useWatch<string | undefined>('folder')
  const models = Form.useWatch<string[] | undefined>('models')
  const standardId = Form.useWatch<string | undefined>('standardId')
  const request = costRequestOf({ folder, models, standardId }, { files, scorers: scorers.data })
  return request === null ? '' : JSON.stringify(request)
}

interface CostProps {
  spaceId: string
  request: string
  isOutdated: boolean
}

function Cost({ spaceId, request, isOutdated }: CostProps) {
  const t = useText(costText)
  const estimate = useQuery({
    // The key is not below the space's evaluations, or each new file would repeat the request.
    queryKey: ['/evaluation-cost', { params: { spaceId }, query: request }] as const,
    queryFn: async ({ signal }) => {
      const body = JSON.parse(request) as CostRequest
      const cost = await call(dataEvaluationEndpoints.estimateDataEvaluation, { params: { spaceId }, body }, { signal })
      return { ...cost, isReused: cost.reused === cost.images * body.models.length }
    },
    placeholderData: keepPreviousData,
  })
  const { data, error } = estimate
  if (error !== null)
    return (
      <>
        {t('failed', { reason: problemWords(error) })}{' '}
        <Button type="link" size="small" onClick={() => void estimate.refetch()}>
          {t('again')}
        </Button>
      </>
    )
  if (data === undefined) return t('estimating')
  return (
    <span className={`${styles['told']} text-ink`} data-outdated={isOutdated || estimate.isPlaceholderData}>
      <CostWords estimate={data} />
    </span>
  )
}

interface CostWordsProps {
  /** `isReused` is true when earlier evaluations hold all of its scores. */
  estimate: Estimate & { isReused: boolean }
}

function CostWords({ estimate }: CostWordsProps) {
  const { images, calls, promptTokens, completionTokens, reused, isReused } = estimate
  const t = useText(costText)
  const language = useSystem((system) => system.lang)
  if (images === 0) return t('noImages')
  if (isReused) return t('allReused', { count: images })
  const callWords = [
    t('calls', { count: calls }),
    t('tokens', { tokens: formatNumber(promptTokens + completionTokens, language) }),
  ]
  return [
    t('images', { count: images }),
    ...(calls === 0 ? [t('noCalls')] : callWords),
    ...(reused === 0 ? [] : [t('reused', { count: reused })]),
  ].join(' · ')
}
