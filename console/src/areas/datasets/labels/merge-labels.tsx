import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { required } from '#ui/form/rules.ts'
import { text } from './text.ts'

interface Typed {
  from: string[]
  to: string
}

export function MergeLabels({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const t = useText(text)
  const options = dataset.labels.filter(({ leaving }) => !leaving).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDrawer<Typed, { workId: string | null }>
      open
      title={t('merge')}
      action={t('merge')}
      failure={t('mergeFailed')}
      initial={{ from: [] }}
      submit={({ from, to }) =>
        call(datasetEndpoints.mergeLabels, { params: { datasetId: dataset.id }, body: { from, to } })
      }
      onClose={onClose}
      onDone={({ workId }) => {
        notify.success(t(workId === null ? 'merged' : 'mergedGoesOn'))
        void refresh('/datasets', '/items')
        onClose()
      }}
    >
      <Form.Item name="from" label={t('mergeFrom')} rules={[required(t('mergeFromMissing'))]}>
        <Select mode="multiple" options={options} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Into options={options} />
      <p style={{ color: 'var(--ant-color-text-secondary)' }}>{t('mergeWords')}</p>
    </FormDrawer>
  )
}

function Into({ options }: { options: readonly { value: string; label: string }[] }) {
  const t = useText(text)
  const from = Form.useWatch<string[] | undefined>('from') ?? []
  return (
    <Form.Item name="to" label={t('mergeInto')} rules={[required(t('mergeIntoMissing'))]}>
      <Select
        options={options.filter(({ value }) => !from.includes(value))}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Form.Item>
  )
}
