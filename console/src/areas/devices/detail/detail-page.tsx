import { type Device, deviceEndpoints, type DeviceProblem } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { DetailPage, ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { useDeviceActions, canConnect } from '../device-actions.ts'
import { DeviceButtons } from '../device-buttons.tsx'
import { DeviceStatus } from '../device-status.tsx'
import { text } from '../text.ts'
import Button from 'antd/es/button'
import { Time } from '#ui/moment.tsx'
import { useConnecting } from '../connect-device.ts'
import { useDeviceNote } from '../device-note.tsx'
import { problemText } from '../problem-text.ts'
import { ChangedKey, UnconfirmedKey } from './host-key-panel.tsx'
import { detailText } from './text.ts'
import { tabNames } from './tab-names.ts'
import type { DeviceTab } from './tabs.ts'
import { EditDevice } from '../form/edit-device.tsx'
import styles from './detail.module.css'

interface DeviceDetailPageProps {
  tabs: readonly DeviceTab[]
}

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
  const [editing, setEditing] = useState(false)
  const edit = () => setEditing(true)
  const leave = () => void navigate({ to: '/board/list' })
  const actions = useDeviceActions({ onEdit: edit, onDeleted: leave })(device)
  const open = (key: string) => void navigate({ search: { tab: key }, replace: true })
  usePageActions([
    ...actions.filter(({ key }) => key !== 'delete'),
    ...tabs.map(({ key }) => ({ key: `tab ${key}`, text: t('openTab', { tab: names(key) }), run: () => open(key) })),
  ])
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
      actions={
        <DeviceButtons device={device} tabs={tabs} open={tab.key} size="middle">
          <RowMenu label={t('actions', { name: device.name })} actions={actions} />
        </DeviceButtons>
      }
      tabs={tabs.map(({ key }) => ({ key, text: names(key) }))}
      active={tab.key}
      onTab={open}
      full={tab.full === true}
    >
      {tab === tabs[0] && <ProblemPanel device={device} onEdit={edit} />}
      <tab.Part key={device.id} device={device} />
      {editing && <EditDevice device={device} onClose={() => setEditing(false)} />}
    </DetailPage>
  )
}

function ProblemPanel({ device, onEdit }: { device: Device; onEdit: () => void }) {
  const t = useText(detailText)
  const texts = useText(text)
  const problems = useText(problemText)
  const { busy, connect } = useConnecting()
  const note = useDeviceNote()(device)
  const { status, problem, problemDetail, statusChangedAt, lastSeenAt } = device
  if (status === 'online' || problem === null) return null
  const buttons = (
    <>
      {canConnect(device) && (
        <Button loading={busy} onClick={() => connect(device)}>
          {texts('connect')}
        </Button>
      )}
      <Button onClick={onEdit}>{t('edit')}</Button>
    </>
  )
  return (
    <section
      className={`${styles['problem']} stack gap-10 margin-bottom-16 border-warning radius-10`}
      aria-label={problems(problem)}
    >
      <h2 className="title">
        {problems(problem)} <Time time={statusChangedAt} />
      </h2>
      <p>{problems(`${problem}-do`)}</p>
      {lastSeenAt !== null && note !== undefined && <p>{note}</p>}
      {problemDetail !== null && problemDetail !== '' && !isOfKey(problem) && (
        <p className="note break-anywhere">
          {t('saidDetail')} <code>{problemDetail}</code>
        </p>
      )}
      {problem === 'host-key-unconfirmed' && <UnconfirmedKey device={device}>{buttons}</UnconfirmedKey>}
      {problem === 'host-key-changed' && <ChangedKey device={device}>{buttons}</ChangedKey>}
      {!isOfKey(problem) && <div className="flex wrap gap-8">{buttons}</div>}
    </section>
  )
}

const isOfKey = (problem: DeviceProblem) => problem === 'host-key-unconfirmed' || problem === 'host-key-changed'
