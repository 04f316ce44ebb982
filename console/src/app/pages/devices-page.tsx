import { DeviceListPage } from '#areas/devices'
import { allDeviceTabs } from './device-tabs.ts'

export function DevicesPage() {
  return <DeviceListPage tabs={allDeviceTabs} />
}
