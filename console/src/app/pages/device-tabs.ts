import { type DeviceTab, deviceTabs } from '#areas/devices'
import { RanTab } from '#areas/models'
import { UpdatesTab } from '#areas/rollouts'

export const allDeviceTabs: readonly DeviceTab[] = [
  ...deviceTabs.slice(0, -1),
  { key: 'ran', Part: RanTab },
  { key: 'updates', Part: UpdatesTab },
  ...deviceTabs.slice(-1),
]
