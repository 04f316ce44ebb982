import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { text } from './text.ts'
import { Consequences } from './delete-consequences.tsx'

const remove = ({ id }: Dataset) => call(datasetEndpoints.deleteDataset, { params: { datasetId: id } })

async function restore({ id }: Dataset): Promise<void> {
  await call(deletedDatasetEndpoints.restoreDataset, { params: { datasetId: id } })
  await refresh('/datasets', '/deleted-datasets')
}

export function askToDelete(dataset: Dataset, t: Translate<typeof text.en>, onDeleted?: () => void): void {
  confirm({
    title: t('deleteTitle', { name: dataset.name }),
    body: <Consequences datasets={[dataset]} />,
    action: t('delete'),
    danger: true,
    run: async () => {
      await remove(dataset)
      offerUndo(t('deleted_success', { name: dataset.name }), () => restore(dataset))
      onDeleted?.()
      void refresh('/datasets', '/deleted-datasets')
    },
  })
}

export function useDatasetDeletion(): BulkAction<Dataset> {
  const t = useText(text)
  return {
    key: 'delete',
    words: t('delete'),
    danger: true,
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (datasets) => <Consequences datasets={datasets} />,
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/datasets', '/deleted-datasets'),
  }
}
