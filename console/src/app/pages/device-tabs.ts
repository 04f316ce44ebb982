import { type DeviceTab, deviceTabs } from '#areas/devices'
import { RanTab } from '#areas/models'
import { UpdatesTab } from '#areas/rollouts'

/** What there is to a device: the tabs of its own area, and those of later ones. */
export const allDeviceTabs: readonly DeviceTab[] = [
  ...deviceTabs,
  { key: 'ran', Part: RanTab },
  { key: 'updates', Part: UpdatesTab },
]
