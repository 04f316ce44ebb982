import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { text } from './text.ts'

export function DuplicateDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const t = useText(text)
  return (
    <FormDrawer<{ name: string; labels: boolean }, Dataset>
      draft={`duplicate-dataset:${dataset.id}`}
      open
      title={t('duplicate')}
      action={t('duplicate')}
      failure={t('duplicateFailed')}
      initial={{ name: t('copyOf', { name: dataset.name }).slice(0, 100), labels: true }}
      submit={(body) => call(datasetEndpoints.duplicateDataset, { params: { datasetId: dataset.id }, body })}
      fieldOf={{ 'dataset.name-taken': 'name' }}
      onClose={onClose}
      onDone={() => {
        notify.success(t('duplicated'))
        void refresh('/datasets')
        onClose()
      }}
    >
      <NameField />
      <Form.Item name="labels" valuePropName="checked" extra={t('duplicateHint')}>
        <Checkbox>{t('duplicateLabels')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
