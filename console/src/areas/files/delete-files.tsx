import { fileOperationEndpoints } from '@vermilion/contract/file-operations'
import { call } from '#lib/api.ts'
import type { Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/confirm.tsx'
import { notify } from '#ui/notify.tsx'
import type { text } from './text.ts'

export function askToDeleteFiles(
  spaceId: string,
  ids: readonly string[],
  t: Translate<typeof text.en>,
  onDeleted: () => void,
): void {
  confirm({
    title: t('deleteTitle', { count: ids.length }),
    body: t('deleteBody'),
    action: t('deleteSelected'),
    danger: true,
    run: async () => {
      const body = { selection: { fileIds: [...ids] } }
      const { files } = await call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body })
      notify.success(t('deleted', { count: files }))
      onDeleted()
      void refresh('/spaces')
    },
  })
}
