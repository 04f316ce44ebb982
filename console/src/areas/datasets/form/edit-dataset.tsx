import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { MoreFields } from './more-fields.tsx'
import { optionalNames, type OptionalField } from './optional-fields.ts'
import { text } from '../text.ts'

interface EditProps {
  dataset: Dataset
  onClose: () => void
}

async function restore(dataset: Dataset): Promise<void> {
  const written = Object.fromEntries(optionalNames.map((name) => [name, dataset[name]]))
  const params = { datasetId: dataset.id }
  await call(datasetEndpoints.updateDataset, { params, body: { name: dataset.name, ...written } })
  await refresh('/datasets')
}

export function EditDataset({ dataset, onClose }: EditProps) {
  const t = useText(text)
  return (
    <FormDrawer<Pick<Dataset, 'name' | OptionalField>, Dataset>
      draft={`edit-dataset:${dataset.id}`}
      open
      title={t('edit')}
      action={t('save')}
      failure={t('updateFailed')}
      initial={dataset}
      submit={(body) => call(datasetEndpoints.updateDataset, { params: { datasetId: dataset.id }, body })}
      fieldOf={{ 'dataset.name-taken': 'name' }}
      onClose={onClose}
      onDone={() => {
        offerUndo(t('updated_success'), () => restore(dataset))
        void refresh('/datasets')
        onClose()
      }}
    >
      <NameField />
      <MoreFields />
    </FormDrawer>
  )
}
