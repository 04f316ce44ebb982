import type { TrainingImage } from '@vermilion/contract/tasks'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { call } from '#lib/api.ts'
import type { Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { text } from './text.ts'

export function askToDeleteImage({ id, name }: TrainingImage, t: Translate<typeof text.en>): void {
  if (id === null) return
  confirm({
    title: t('deleteTitle', { name }),
    body: t('deleteBody'),
    action: t('delete'),
    danger: true,
    run: async () => {
      await call(imageEndpoints.deleteTrainingImage, { params: { imageId: id } })
      notify.success(t('deletedSuccess'))
      void refresh('/training-images')
    },
  })
}
