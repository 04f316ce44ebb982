import { dataEvaluationEndpoints, jointScores } from '@vermilion/contract/data-evaluations'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { useScoreNames } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import styles from './evaluation.module.css'
import { text } from './text.ts'

interface StandardFieldProps {
  createdId: string | null
  onManage: () => void
}

export function ModelFields(props: StandardFieldProps) {
  const t = useText(text)
  const scorers = useQuery(read(dataEvaluationEndpoints.listScorers, {}))
  const names = useScoreNames()
  const models = Form.useWatch<string[] | undefined>('models') ?? []
  const needsStandard = scorers.data?.some((scorer) => scorer.needsStandard && models.includes(scorer.id)) ?? false
  return (
    <>
      <Form.Item
        name="models"
        label={t('models')}
        extra={t('modelsHint')}
        rules={[{ required: true, message: t('modelsMissing') }]}
      >
        <Select
          mode="multiple"
          loading={scorers.isPending}
          options={(scorers.data ?? []).map(({ id, name, model }) => ({
            value: id,
            label: model === null ? names.modelName(id, name) : `${name} (${model})`,
          }))}
        />
      </Form.Item>
      {needsStandard && <StandardField {...props} />}
      {models.length > 1 && (
        <Form.Item name="joint" label={t('joint')}>
          <Select options={jointScores.map((joint) => ({ value: joint, label: t(joint) }))} />
        </Form.Item>
      )}
    </>
  )
}

function StandardField({ createdId, onManage }: StandardFieldProps) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const standards = useQuery(read(dataEvaluationEndpoints.listStandards, {}))
  const selected = Form.useWatch<string | undefined>('standardId')
  const isGone =
    selected !== undefined && standards.data !== undefined && standards.data.every(({ id }) => id !== selected)
  useEffect(() => {
    if (isGone) form.setFieldValue('standardId', undefined)
  }, [isGone, form])
  useEffect(() => {
    if (createdId !== null) form.setFieldValue('standardId', createdId)
  }, [createdId, form])
  return (
    <Form.Item label={t('standard')} htmlFor="standardId" extra={t('standardHint')} required>
      <div className={`${styles['beside']} flex wrap gap-8`}>
        <Form.Item name="standardId" noStyle rules={[{ required: true, message: t('standardMissing') }]}>
          <Select
            loading={standards.isPending}
            options={(standards.data ?? []).map(({ id, name, version }) => ({
              value: id,
              label: t('standardVersion', { name, version }),
            }))}
          />
        </Form.Item>
        <Button onClick={onManage}>{t('manageStandards')}</Button>
      </div>
    </Form.Item>
  )
}
