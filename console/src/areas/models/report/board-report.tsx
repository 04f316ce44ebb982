import { taskName } from '@vermilion/contract/kernel/fields'
import { modelEndpoints } from '@vermilion/contract/models'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { rule } from '#ui/form/rules.ts'
import { State } from '#ui/feedback/states.tsx'
import { NumberField, SourceFields } from '../inference/source-fields.tsx'
import styles from './report.module.css'
import { text } from '../text.ts'

/**
 * A board inference as it is ordered: every field and its rule. There is no device to choose yet, which the form says
 * where it is asked for.
 */
export function BoardReport({ task }: { task: Task }) {
  const t = useText(text)
  const models = useQuery(readList(modelEndpoints.listModels, { query: { type: 'board-inference-model', limit: 500 } }))
  const source =
    task.dataSource.kind === 'dataset'
      ? { kind: 'dataset', datasetId: task.dataSource.id }
      : { kind: 'space', spaceId: task.dataSource.id }
  const initial = { name: '', folder: '', confidence: 0.25, overlap: 0.45, priority: 50, ...source }
  const none = models.data?.total === 0
  return (
    <div className={styles['board']}>
      <State title={t('boardMissing')} words={t('boardMissingWords')} />
      <Form layout="vertical" initialValues={initial} scrollToFirstError aria-label={t('boardTab')}>
        <Form.Item name="name" label={t('taskName')} required rules={[rule(taskName, t('taskNameRule'))]}>
          <Input maxLength={50} autoComplete="off" placeholder={t('taskNameExample')} />
        </Form.Item>
        <Form.Item
          name="modelId"
          label={t('board-inference-model')}
          extra={none && t('boardModelMissing')}
          rules={[{ required: true, message: t('boardModelRule') }]}
        >
          <Select
            loading={models.isPending}
            placeholder={t('boardModelRule')}
            options={models.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        </Form.Item>
        <Form.Item
          name="deviceId"
          label={t('device')}
          extra={t('deviceMissing')}
          rules={[{ required: true, message: t('deviceRule') }]}
        >
          <Select placeholder={t('deviceRule')} options={[]} />
        </Form.Item>
        <SourceFields />
        <NumberField name="confidence" label={t('confidence')} minimum={0.01} maximum={1} step={0.05} />
        <NumberField name="overlap" label={t('overlap')} minimum={0.1} maximum={1} step={0.05} />
        <Button type="primary" htmlType="submit">
          {t('boardStart')}
        </Button>
      </Form>
    </div>
  )
}
