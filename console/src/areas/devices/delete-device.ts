import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { text } from './text.ts'

const remove = ({ id }: Device) => call(deviceEndpoints.deleteDevice, { params: { deviceId: id } })

export function askToDelete(device: Device, t: Translate<typeof text.en>, onDeleted?: () => void): void {
  confirm({
    title: t('deleteTitle', { name: device.name }),
    body: t('deleteBody'),
    action: t('delete'),
    danger: true,
    failure: t('deleteFailed'),
    run: async () => {
      await remove(device)
      onDeleted?.()
    },
    done: t('deleted'),
    stale: ['/devices'],
  })
}

export function useDeviceDeletion(): BulkAction<Device> {
  const t = useText(text)
  return {
    key: 'delete',
    text: t('delete'),
    danger: true,
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: () => t('deleteManyBody'),
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/devices'),
  }
}
