import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { useQuery } from '@tanstack/react-query'
import Form, { type FormInstance } from 'antd/es/form'
import { EstimatedDuration } from '#areas/tasks'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import styles from '../auto-label.module.css'
import { text } from '../text.ts'
import { runSpeed } from './run-speed.ts'
import type { Typed } from './typed.ts'

const maxRuns = 50

interface RunEstimateProps {
  datasetId: string
  form: FormInstance<Typed>
  count: number | undefined
}

/** Estimates the run's duration from earlier runs on the dataset; without any, says so. */
export function RunEstimate({ datasetId, form, count }: RunEstimateProps) {
  const t = useText(text)
  const labeller = Form.useWatch('labeller', form)
  const query = { status: 'success', limit: maxRuns } as const
  const runs = useQuery(readList(autoLabelEndpoints.listAutoLabels, { params: { datasetId }, query }))
  const speed = labeller === undefined ? undefined : runSpeed(runs.data?.items ?? [], labeller)
  if (runs.data === undefined || labeller === undefined || count === undefined || count === 0) return null
  if (speed === undefined) return <p className={`${styles['estimate']} text-secondary tabular`}>{t('noEstimate')}</p>
  const perSecond = speed.imagesPerSecond.toPrecision(2)
  return (
    <p className={`${styles['estimate']} text-secondary tabular`}>
      <EstimatedDuration seconds={count / speed.imagesPerSecond} /> ·{' '}
      {t('asFast', { count: speed.runs, speed: `${Number(perSecond)}` })}
    </p>
  )
}
