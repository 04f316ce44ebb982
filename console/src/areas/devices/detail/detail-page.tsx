import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { DetailPage, ThingGate } from '#ui/page/detail-page.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { DeviceStatus } from '../device-status.tsx'
import { text } from '../text.ts'
import { tabNames } from './tab-names.ts'
import type { DeviceTab } from './tabs.ts'

interface DeviceDetailPageProps {
  tabs: readonly DeviceTab[]
}

/** One device. Some of its tabs are of later areas; the app gives them all. */
export function DeviceDetailPage({ tabs }: DeviceDetailPageProps) {
  const t = useText(text)
  const { id: deviceId } = useParams({ from: '/shell/board/list/device/$id' })
  const device = useQuery(read(deviceEndpoints.getDevice, { params: { deviceId } }))
  return (
    <ThingGate source={device} nameOf={({ name }) => name} back={<Link to="/board/list">{t('toDevices')}</Link>}>
      {(loadedDevice) => <DeviceDetail device={loadedDevice} tabs={tabs} />}
    </ThingGate>
  )
}

function DeviceDetail({ device, tabs }: { device: Device; tabs: readonly DeviceTab[] }) {
  const t = useText(text)
  const names = useText(tabNames)
  const search = useSearch({ from: '/shell/board/list/device/$id' })
  const navigate = useNavigate({ from: '/board/list/device/$id' })
  const tab = tabs.find(({ key }) => key === search.tab) ?? tabs[0]
  if (tab === undefined) return null
  return (
    <DetailPage
      name={device.name}
      status={
        <>
          <DeviceStatus device={device} />
          <Tag>{t(device.kind)}</Tag>
        </>
      }
      actions={null}
      tabs={tabs.map(({ key }) => ({ key, words: names(key) }))}
      active={tab.key}
      onTab={(key) => void navigate({ search: { tab: key }, replace: true })}
      full={tab.full === true}
    >
      <tab.Part key={device.id} device={device} />
    </DetailPage>
  )
}
