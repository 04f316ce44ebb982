import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { askToDelete } from './delete-dataset.tsx'
import type { DatasetTab } from './search.ts'
import { text } from './text.ts'
import { EditDataset } from './form/edit-dataset.tsx'
import { ExportDrawer } from './transfer/export-drawer.tsx'
import { SourcesDrawer } from './sources-drawer.tsx'
import { EditLabels } from './labels/edit-labels.tsx'
import { MergeLabels } from './labels/merge-labels.tsx'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import { call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { AssignDataset } from './assignments/assign-dataset.tsx'

const ImportWizard = lazyPart(async () => (await import('./transfer/import-wizard.tsx')).ImportWizard)

const parts = {
  assign: AssignDataset,
  edit: EditDataset,
  labels: EditLabels,
  merge: MergeLabels,
  export: ExportDrawer,
  duplicate: DuplicateDataset,
  import: ImportWizard,
  sources: SourcesDrawer,
}

interface Opened {
  what: keyof typeof parts
  dataset: Dataset
}

export function useDatasetActions(onDeleted?: () => void): {
  /** `isOpen` leaves out the actions that the dataset's page has as tabs and buttons. */
  actionsOf: (dataset: Dataset, where?: { isOpen?: boolean }) => RowAction[]
  assign: (dataset: Dataset) => void
  drawers: ReactNode
} {
  const t = useText(text)
  const navigate = useNavigate()
  const [opened, setOpened, forget] = useStoredState<Opened>('dataset')
  const actionsOf = (dataset: Dataset, { isOpen = false } = {}): RowAction[] => {
    const open = (what: keyof typeof parts, label: string) => ({
      key: what,
      text: label,
      run: () => setOpened({ what, dataset }),
    })
    const show = (tab: DatasetTab, label: string) => ({
      key: tab,
      text: label,
      run: () => void navigate({ to: '/data-set/list/file/$id', params: { id: dataset.id }, search: { tab } }),
    })
    const autoLabel = {
      key: 'auto-label',
      text: dataset.labels.length === 0 ? t('autoLabelNoLabels') : t(isOpen ? 'autoLabelRuns' : 'autoLabel'),
      // Auto-labeling needs labels (R5.04).
      disabled: dataset.labels.length === 0,
      run: () => void navigate({ to: '/data-set/list/file/$id/auto-label', params: { id: dataset.id } }),
    }
    const labelErrors = {
      key: 'label-errors',
      text: t('labelErrors'),
      disabled: dataset.labeledCount === 0,
      run: () => void navigate({ to: '/data-set/list/file/$id/label-errors', params: { id: dataset.id } }),
    }
    const train = {
      key: 'train',
      text: t('train'),
      run: () => void navigate({ to: '/compute/tasks', search: { create: true, dataset: dataset.id } }),
    }
    return [
      open('import', t('import')),
      open('export', t('export')),
      open('assign', t('assign')),
      autoLabel,
      labelErrors,
      ...(isOpen ? [] : [train]),
      open('labels', t('editLabels')),
      open('merge', t('mergeLabels')),
      open('sources', t('sources')),
      ...(isOpen
        ? []
        : [show('report', t('report')), show('versions', t('versions')), show('trainings', t('trainings'))]),
      open('duplicate', t('duplicate')),
      open('edit', t('edit')),
      { key: 'delete', text: t('delete'), danger: true, run: () => askToDelete(dataset, t, onDeleted) },
    ]
  }
  const Part = opened === null ? null : parts[opened.what]
  const drawers = Part !== null && opened !== null && (
    <Part dataset={opened.dataset} onSettled={forget} onClose={() => setOpened(null)} />
  )
  return { actionsOf, assign: (dataset) => setOpened({ what: 'assign', dataset }), drawers }
}

function DuplicateDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
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
