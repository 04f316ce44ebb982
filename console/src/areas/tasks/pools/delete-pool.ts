import { type Pool, poolEndpoints } from '@vermilion/contract/tasks/pools'
import { call } from '#lib/api.ts'
import type { Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { text } from './text.ts'

export function askToDeletePool({ id, name, running, queued }: Pool, t: Translate<typeof text.en>): void {
  const inUse = running + queued > 0 ? [t('deleteInUse', { running, queued })] : []
  confirm({
    title: t('deleteTitle', { name }),
    body: [t('deleteBody'), ...inUse].join(' '),
    action: t('delete'),
    danger: true,
    run: async () => {
      await call(poolEndpoints.deletePool, { params: { poolId: id } })
      notify.success(t('deleted_success'))
      void refresh('/pools')
    },
  })
}
