import { type TrashedFile, trashEndpoints } from '@vermilion/contract/files/trash'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { runFileOperation, runFileOperationOrThrow } from './actions/action-outcome.ts'
import { dialogText } from './dialogs/dialog-text.ts'

export function useTrashActions(spaceId: string, { total, onBegun }: { total: number; onBegun: () => void }) {
  const t = useText(dialogText)
  const params = { spaceId }
  const restore = (body: { fileIds: string[] } | { all: true }, count: number) =>
    runFileOperation({
      run: () => call(trashEndpoints.restoreFiles, { params, body }),
      words: (words, files) => words('restored', { count: files }),
      count,
      onBegun,
    })
  return {
    restoreSome: (files: readonly TrashedFile[]) => restore({ fileIds: files.map(({ id }) => id) }, files.length),
    restoreAll: () => restore({ all: true }, total),
    empty: () =>
      confirm({
        title: t('emptyTitle', { count: total }),
        body: t('emptyBody'),
        action: t('empty'),
        decline: t('keep'),
        danger: true,
        run: () =>
          runFileOperationOrThrow({
            run: () => call(trashEndpoints.emptyTrash, { params }),
            words: () => t('emptied'),
            count: total,
          }),
      }),
  }
}
