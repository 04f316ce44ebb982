import type { Device } from '@vermilion/contract/devices'
import { useText } from '#lib/i18n.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { useConnecting } from './connect-device.ts'
import { askToDelete } from './delete-device.ts'
import { useProbing } from './probe-device.ts'
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
    ...(canConnect(device) ? [{ key: 'connect', words: t('connect'), run: () => connect(device) }] : []),
    ...(device.status === 'online' ? [{ key: 'probe', words: t('probe'), run: () => probe(device) }] : []),
    { key: 'edit', words: t('edit'), run: () => onEdit(device) },
    { key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(device, t, onDeleted) },
  ]
}
