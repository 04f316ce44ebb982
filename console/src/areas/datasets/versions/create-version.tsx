import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { type DatasetVersion } from '@vermilion/contract/datasets/versions'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { text } from './text.ts'

export interface CreateVersionProps {
  dataset: Dataset
  filter?: ItemFilter | undefined
  onClose: () => void
}

export function CreateVersion({ dataset, filter, onClose }: CreateVersionProps) {
  const t = useText(text)
  return (
    <FormDrawer<{ name: string; description: string }, DatasetVersion>
      draft={`create-version:${dataset.id}`}
      open
      title={t('create')}
      action={t('create')}
      failure={t('createFailed')}
      initial={{ name: '', description: '' }}
      submit={(body) =>
        call(datasetEndpoints.createVersion, { params: { datasetId: dataset.id }, body: { ...body, filter } })
      }
      onClose={onClose}
      onDone={({ number }) => {
        notify.success(t('made', { number: `${number}` }))
        void refresh('/datasets', '/versions')
        onClose()
      }}
    >
      <p style={{ marginBottom: 16, color: 'var(--ant-color-text-secondary)' }}>
        {t(filter === undefined ? 'createWords' : 'createPartWords')}
      </p>
      <NameField />
      <Form.Item name="description" label={t('description')}>
        <TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2_000} />
      </Form.Item>
    </FormDrawer>
  )
}
