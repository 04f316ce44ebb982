import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '#lib/api.ts'
import { useKept } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/bulk-action.ts'
import { confirm } from '#ui/confirm.tsx'
import { notify } from '#ui/notify.tsx'
import { type RowAction } from '#ui/row-menu.tsx'
import { text } from './text.ts'

const EditDataset = lazyPart(async () => (await import('./dataset-form.tsx')).EditDataset)
const EditLabels = lazyPart(async () => (await import('./dataset-form.tsx')).EditLabels)
const ImportAnnotations = lazyPart(async () => (await import('./import-annotations.tsx')).ImportAnnotations)
const SourcesDrawer = lazyPart(async () => (await import('./sources-drawer.tsx')).SourcesDrawer)
const ReportDrawer = lazyPart(async () => (await import('./report-drawer.tsx')).ReportDrawer)

type Opened = { what: 'edit' | 'labels' | 'import' | 'report' | 'sources'; dataset: Dataset } | null

const drawerOf = {
  edit: EditDataset,
  labels: EditLabels,
  import: ImportAnnotations,
  report: ReportDrawer,
  sources: SourcesDrawer,
}

const remove = ({ id }: Dataset) => call(datasetEndpoints.deleteDataset, { params: { datasetId: id } })

/** Deletes many at once. */
export function useDatasetDeletion(): BulkAction<Dataset> {
  const t = useText(text)
  return {
    key: 'delete',
    words: t('delete'),
    danger: true,
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (datasets) =>
      t('deleteBody', { count: datasets.reduce((sum, { annotationCount }) => sum + annotationCount, 0) }),
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/datasets'),
  }
}

/** What can be done with a dataset, and the drawers in which it is done. */
export function useDatasetActions(onDeleted?: () => void): {
  actionsOf: (dataset: Dataset) => RowAction[]
  drawers: ReactNode
} {
  const t = useText(text)
  const navigate = useNavigate()
  const [opened, setOpened] = useKept<NonNullable<Opened>>('dataset')
  const close = () => setOpened(null)
  const actionsOf = (dataset: Dataset): RowAction[] => [
    { key: 'labels', words: t('editLabels'), run: () => setOpened({ what: 'labels', dataset }) },
    { key: 'import', words: t('import'), run: () => setOpened({ what: 'import', dataset }) },
    { key: 'report', words: t('report'), run: () => setOpened({ what: 'report', dataset }) },
    { key: 'sources', words: t('sources'), run: () => setOpened({ what: 'sources', dataset }) },
    {
      key: 'train',
      words: t('train'),
      run: () => void navigate({ to: '/compute/tasks', search: { create: true, dataset: dataset.id } }),
    },
    { key: 'edit', words: t('edit'), run: () => setOpened({ what: 'edit', dataset }) },
    {
      key: 'delete',
      words: t('delete'),
      danger: true,
      run: () =>
        confirm({
          title: t('deleteTitle', { name: dataset.name }),
          body: t('deleteBody', { count: dataset.annotationCount }),
          action: t('delete'),
          danger: true,
          run: async () => {
            await remove(dataset)
            notify.success(t('deleted_success'))
            onDeleted?.()
            void refresh('/datasets')
          },
        }),
    },
  ]
  const Drawer = opened === null ? null : drawerOf[opened.what]
  const drawers = Drawer !== null && opened !== null && <Drawer dataset={opened.dataset} onClose={close} />
  return { actionsOf, drawers }
}
