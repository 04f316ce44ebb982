import { DeviceDetailPage } from '#areas/devices'
import { allDeviceTabs } from './device-tabs.ts'

export function DevicePage() {
  return <DeviceDetailPage tabs={allDeviceTabs} />
}
