import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { useText } from '#lib/i18n.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { useConnecting } from './connect-device.ts'
import { askToDelete } from './delete-device.ts'
import { call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { attempt } from '#ui/feedback/use-action.ts'
import { text } from './text.ts'

interface DeviceActionsNeeds {
  onEdit: (device: Device) => void
  onDeleted?: () => void
}

/** An attempt is useless without a confirmed host key. */
export const canConnect = ({ status, hostKey }: Device) => status === 'offline' && hostKey !== null

export function useDeviceActions({ onEdit, onDeleted }: DeviceActionsNeeds): (device: Device) => RowAction[] {
  const t = useText(text)
  const { connect } = useConnecting()
  const probe = useProbing()
  return (device) => [
    ...(canConnect(device) ? [{ key: 'connect', text: t('connect'), run: () => connect(device) }] : []),
    ...(device.status === 'online' ? [{ key: 'probe', text: t('probe'), run: () => probe(device) }] : []),
    { key: 'edit', text: t('edit'), run: () => onEdit(device) },
    { key: 'delete', text: t('delete'), danger: true, run: () => askToDelete(device, t, onDeleted) },
  ]
}

function useProbing(): (device: Pick<Device, 'id' | 'name'>) => void {
  const t = useText(text)
  const probe = ({ id, name }: Pick<Device, 'id' | 'name'>) =>
    attempt(async () => {
      await call(deviceEndpoints.probeDevice, { params: { deviceId: id } })
      notify.success(t('probed', { name }))
      void refresh('/devices')
    })
  return (device) => void probe(device)
}
