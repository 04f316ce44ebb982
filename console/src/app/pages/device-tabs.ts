import { type DeviceTab, deviceTabs } from '#areas/devices'

/** What there is to a device: the tabs of its own area, and those of later ones. */
export const allDeviceTabs: readonly DeviceTab[] = [...deviceTabs]
