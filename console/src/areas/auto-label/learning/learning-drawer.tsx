import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { LearningRound } from '@vermilion/contract/auto-label/learning'
import type { Dataset } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from '../auto-label.module.css'
import { RoundCurve, RoundTable } from './rounds.tsx'
import { requiredText } from '#ui/form/rules.ts'
import { text } from './text.ts'

const maxRounds = 50

interface Typed {
  prompt: string
  threshold?: number | null
  epochs?: number | null
}

interface LearningDrawerProps {
  dataset: Dataset
  onClose: () => void
  onRun: (runId: string) => void
}

export function LearningDrawer({ dataset, onClose, onRun }: LearningDrawerProps) {
  const t = useText(text)
  const params = { datasetId: dataset.id }
  const rounds = useQuery(read(autoLabelEndpoints.listLearningRounds, { params, query: { limit: maxRounds } }))
  const items = rounds.data?.items ?? []
  const isUnderWay = items.some(({ status }) => status === 'training' || status === 'suggesting')
  return (
    <FormDrawer<Typed, LearningRound>
      draft={`learning:${dataset.id}`}
      open
      width={640}
      title={t('title')}
      action={t('start')}
      failure={t('startFailed')}
      isReady={!isUnderWay}
      initial={{
        prompt:
          dataset.prompt ||
          dataset.labels
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 2_000),
      }}
      submit={({ prompt, threshold, epochs }) =>
        call(autoLabelEndpoints.startLearningRound, {
          params,
          body: { prompt, threshold: threshold ?? undefined, epochs: epochs ?? undefined },
        })
      }
      onClose={onClose}
      onDone={() => {
        notify.success(t('started'))
        void refresh('/datasets', '/tasks')
      }}
    >
      <p className="text-secondary">{t('explanation', { count: dataset.labeledCount })}</p>
      <Form.Item name="prompt" label={t('prompt')} rules={[requiredText(t('promptMissing'))]}>
        <TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={2_000} />
      </Form.Item>
      <Form.Item name="threshold" label={t('threshold')} extra={t('thresholdHint')}>
        <NumberInput min={0} max={1} step={0.05} />
      </Form.Item>
      <Form.Item name="epochs" label={t('epochs')} extra={t('epochsHint')}>
        <NumberInput min={1} max={1_000} integer />
      </Form.Item>
      {rounds.error !== null && <PartialStrip problem={rounds.error} onRetry={() => void rounds.refetch()} />}
      {items.length > 0 && (
        <>
          <h3 className={`${styles['section']} font-14`}>{t('rounds')}</h3>
          <RoundTable rounds={items} labelType={dataset.labelType} onRun={onRun} />
          <RoundCurve rounds={items} labelType={dataset.labelType} name={dataset.name} />
        </>
      )}
    </FormDrawer>
  )
}
