import {
  type GenerationEstimate as Estimate,
  type GenerationEstimateRequest,
  generationEstimateEndpoints,
} from '@vermilion/contract/generations/estimates'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import type { ReactNode } from 'react'
import { EstimatedDuration } from '#areas/tasks'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import type { TypedGeneration } from '../form-values.ts'
import { estimateRequestOf } from './estimate-request.ts'
import { estimateText } from './text.ts'

/** The pause after a change of the form before the estimate is requested, in milliseconds. */
const pause = 400

type Typed = Partial<TypedGeneration>

export function GenerationEstimate() {
  const t = useText(estimateText)
  const request = estimateRequestOf({
    workflow: Form.useWatch<Typed['workflow']>('workflow'),
    width: Form.useWatch<Typed['width']>('width'),
    height: Form.useWatch<Typed['height']>('height'),
    count: Form.useWatch<Typed['count']>('count'),
    byProducts: Form.useWatch<Typed['byProducts']>('byProducts'),
  })
  const isScored = Form.useWatch<Typed['usesScore']>('usesScore') === true
  const typed = request === null ? '' : JSON.stringify(request)
  const settled = useSettled(typed, pause)
  if (typed === '') return <Expectation>{t('waits')}</Expectation>
  if (settled === '') return <Expectation>{t('estimating')}</Expectation>
  return <AnsweredEstimate request={JSON.parse(settled) as GenerationEstimateRequest} isScored={isScored} />
}

function Expectation({ children, why }: { children: ReactNode; why?: string }) {
  const t = useText(estimateText)
  return (
    <Form.Item label={t('expected')} extra={why}>
      <span aria-live="polite">{children}</span>
    </Form.Item>
  )
}

function AnsweredEstimate({ request, isScored }: { request: GenerationEstimateRequest; isScored: boolean }) {
  const t = useText(estimateText)
  const estimate = useQuery(readList(generationEstimateEndpoints.estimateGeneration, { body: request }))
  const { data, error } = estimate
  if (error !== null)
    return (
      <Expectation>
        {t('failed', { reason: problemWords(error) })}{' '}
        <Button type="link" size="small" onClick={() => void estimate.refetch()}>
          {t('again')}
        </Button>
      </Expectation>
    )
  if (data === undefined) return <Expectation>{t('estimating')}</Expectation>
  const { seconds, bytes, generations } = data
  const why = [
    generations > 0 ? t('by', { count: generations }) : t(bytes === null ? 'first' : 'firstTime'),
    ...(isScored ? [t('anew')] : []),
  ].join(' ')
  return (
    <Expectation why={why}>
      {seconds === null && bytes === null ? t('neither') : <Both seconds={seconds} bytes={bytes} />}
    </Expectation>
  )
}

function Both({ seconds, bytes }: Pick<Estimate, 'seconds' | 'bytes'>) {
  const t = useText(estimateText)
  return (
    <>
      {seconds === null ? t('noTime') : <EstimatedDuration seconds={seconds} />}
      {' · '}
      {bytes === null ? t('noSize') : t('size', { size: formatSize(bytes) })}
    </>
  )
}
