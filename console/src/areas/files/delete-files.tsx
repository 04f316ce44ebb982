import { fileEndpoints } from '@vermilion/contract/files'
import { call } from '#lib/api.ts'
import type { Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/confirm.tsx'
import { notify } from '#ui/notify.tsx'
import type { text } from './text.ts'

/** The most files that one call deletes. */
const batch = 1_000

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
      let deleted = 0
      for (let from = 0; from < ids.length; from += batch) {
        const body = { fileIds: ids.slice(from, from + batch) }
        deleted += (await call(fileEndpoints.deleteFiles, { params: { spaceId }, body })).deleted
      }
      notify.success(t('deleted', { count: deleted }))
      onDeleted()
      void refresh('/spaces')
    },
  })
}
