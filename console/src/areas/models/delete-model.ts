import { type Model, modelEndpoints } from '@vermilion/contract/models'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import type { Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/confirm.tsx'
import { notify } from '#ui/notify.tsx'
import type { text } from './text.ts'

/** Asks whether a model shall go, saying what goes with it and what stays. */
export function askToDelete(model: Model, t: Translate<typeof text.en>, onDeleted?: () => void): void {
  confirm({
    title: t('deleteTitle', { name: model.name }),
    body: t('deleteBody', { size: formatSize(model.size) }),
    action: t('delete'),
    danger: true,
    run: async () => {
      await call(modelEndpoints.deleteModel, { params: { modelId: model.id } })
      notify.success(t('deleted_success'))
      onDeleted?.()
      void refresh('/models', '/inferences')
    },
  })
}
