export { DeviceDetailPage } from './detail/detail-page.tsx'
export { deviceTabs, type DeviceTab } from './detail/tabs.ts'
export { DeviceListPage } from './list-page.tsx'
export { deviceDetailSearch, deviceListSearch } from './search.ts'
