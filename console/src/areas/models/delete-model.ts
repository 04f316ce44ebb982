import { type Model, modelEndpoints } from '@vermilion/contract/models'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { text } from './text.ts'

const remove = ({ id }: Model) => call(modelEndpoints.deleteModel, { params: { modelId: id } })

export function askToDelete(model: Model, t: Translate<typeof text.en>, onDeleted?: () => void): void {
  confirm({
    title: t('deleteTitle', { name: model.name }),
    body: t('deleteBody', { size: formatSize(model.size) }),
    action: t('delete'),
    danger: true,
    run: async () => {
      await remove(model)
      onDeleted?.()
    },
    done: t('deleted_success'),
    stale: ['/models', '/inferences'],
  })
}

export function useModelDeletion(): BulkAction<Model> {
  const t = useText(text)
  return {
    key: 'delete',
    text: t('delete'),
    danger: true,
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (models) => t('deleteManyBody', { size: formatSize(models.reduce((sum, { size }) => sum + size, 0)) }),
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/models', '/inferences'),
  }
}
