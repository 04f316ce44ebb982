import type { RolloutDevice } from '@vermilion/contract/rollouts/devices'
import { type Rollout, rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '#lib/api.ts'
import { formatSize, unknownValue } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { usePageSize, useSystem } from '#lib/system.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { State } from '#ui/feedback/states.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { DeviceLink } from '#ui/page/thing-links.tsx'
import styles from '../rollouts.module.css'
import { RolloutDeviceMark } from '../statuses.tsx'
import { deviceText } from '../device/device-text.ts'
import { text } from '../text.ts'

interface RolloutDevicesProps {
  rollout: Rollout
  onLog: (deviceId: string) => void
}

export function RolloutDevices({ rollout, onLog }: RolloutDevicesProps) {
  const t = useText(text)
  const { cursor } = useSearch({ from: '/shell/board/rollouts/rollout/$id' })
  const navigate = useNavigate({ from: '/board/rollouts/rollout/$id' })
  const limit = usePageSize()
  const params = { rolloutId: rollout.id }
  const devices = useQuery(readList(rolloutEndpoints.listRolloutDevices, { params, query: { cursor, limit } }))
  return (
    <>
      <DataTable
        label={t('devices')}
        columns={useColumns(rollout, onLog)}
        rows={devices.data?.items}
        rowKey={({ id }) => id}
        problem={devices.error}
        failure={t('devicesFailed')}
        onRetry={() => void devices.refetch()}
        onRow={({ deviceId }) => onLog(deviceId)}
        empty={<State title={t('devices')} />}
      />
      <Pager page={devices.data} onCursor={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })} />
    </>
  )
}

function useColumns(rollout: Rollout, onLog: (deviceId: string) => void): Column<RolloutDevice>[] {
  const t = useText(text)
  const say = useText(deviceText)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('device'),
      cell: ({ deviceId, deviceName, reason }) => (
        <TwoLines
          first={<DeviceLink id={deviceId}>{deviceName}</DeviceLink>}
          second={reason === null ? '' : localize(reason, language)}
        />
      ),
    },
    {
      key: 'phase',
      title: t('phaseOf'),
      width: 120,
      wide: true,
      cell: ({ phase }) => {
        const isCanary = rollout.phases[phase]?.isCanary === true
        const offset = rollout.phases[0]?.isCanary === true ? 0 : 1
        return isCanary ? t('canary') : t('phase', { number: phase + offset })
      },
    },
    { key: 'status', title: t('status'), width: 140, cell: (device) => <RolloutDeviceMark device={device} /> },
    {
      key: 'transferred',
      title: t('transferred'),
      width: 150,
      wide: true,
      cell: ({ transferred, deviceName }) => (
        <span className={`${styles['bar']} stack gap-4`}>
          <ProgressBar done={transferred} total={rollout.artifactSize} label={`${t('transferred')} ${deviceName}`} />
          <small className="text-secondary">{formatSize(transferred)}</small>
        </span>
      ),
    },
    {
      key: 'previousVersion',
      title: t('previousVersion'),
      width: 140,
      wide: true,
      cell: ({ previousVersion, status }) =>
        previousVersion ?? (status === 'success' ? <span title={say('firstHint')}>{say('first')}</span> : unknownValue),
    },
    { key: 'updated', title: t('updated'), width: 120, wide: true, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
    {
      key: 'menu',
      title: '',
      width: 60,
      cell: (device) => <DeviceMenu rollout={rollout} device={device} onLog={onLog} />,
    },
  ]
}

interface DeviceMenuProps {
  rollout: Rollout
  device: RolloutDevice
  onLog: (deviceId: string) => void
}

function DeviceMenu({ rollout, device: { deviceId, deviceName, status, previousVersion }, onLog }: DeviceMenuProps) {
  const t = useText(text)
  const params = { rolloutId: rollout.id }
  const askToRollBack = () =>
    confirm({
      title: t('rollBackDeviceTitle', { name: deviceName }),
      body: t('rollBackDeviceBody', { version: previousVersion ?? t('nothingBefore') }),
      action: t('rollBack'),
      danger: true,
      failure: t('actionFailed'),
      run: () => call(rolloutEndpoints.rollBackRollout, { params, body: { deviceIds: [deviceId] } }),
      done: t('rollingBack'),
      stale: ['/rollouts'],
    })
  return (
    <RowMenu
      label={t('actions', { name: deviceName })}
      actions={[
        { key: 'log', text: t('log'), run: () => onLog(deviceId) },
        ...(status === 'success' ? [{ key: 'rollBack', text: t('rollBack'), danger: true, run: askToRollBack }] : []),
      ]}
    />
  )
}
