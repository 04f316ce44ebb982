import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import type { Device } from '@vermilion/contract/devices'
import type { RolloutDevice } from '@vermilion/contract/rollouts/devices'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { formatDuration } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import styles from '../rollouts.module.css'
import { RolloutDeviceMark } from '../statuses.tsx'
import { text } from '../text.ts'
import { deviceText } from './device-text.ts'
import { InstalledSoftware } from './installed-software.tsx'
import { useInstalled } from '#lib/use-installed.ts'

export function UpdatesTab({ device }: { device: Device }) {
  const t = useText(text)
  const say = useText(deviceText)
  const navigate = useNavigate()
  const params = { deviceId: device.id }
  const rollouts = useQuery(read(rolloutEndpoints.deviceRollouts, { params, query: { limit: 50 } }))
  const installed = useInstalled(device)
  const [latest, ...others] = installed.later.values()
  const only = others.length === 0 ? latest : undefined
  const update = (artifact: string | undefined) =>
    void navigate({ to: '/board/rollouts', search: { create: true, device: device.id, artifact } })
  const rolloutName = (id: string) => rollouts.data?.items.find(({ rolloutId }) => rolloutId === id)?.rolloutName
  return (
    <div className={styles['sheet']}>
      <section className={styles['first']} aria-label={t('installed')}>
        <header className="wrapping-row gap-8-16 justify-between margin-bottom-12">
          <h2>{t('installed')}</h2>
          <Button type="primary" icon={<CloudUploadOutlined aria-hidden />} onClick={() => update(only?.id)}>
            {only === undefined ? t('update') : say('updateOnly', { name: only.name, version: only.version })}
          </Button>
        </header>
        <InstalledSoftware device={device} installed={installed} rolloutName={rolloutName} onUpdate={update} />
      </section>
      <section className="margin-top-24" aria-label={t('history')}>
        <h2 className="title margin-bottom-10">{t('history')}</h2>
        <DataTable
          label={t('history')}
          columns={useHistoryColumns(device.id)}
          rows={rollouts.data?.items}
          rowKey={({ id }) => id}
          problem={rollouts.error}
          onRetry={() => void rollouts.refetch()}
          empty={<State title={t('historyEmpty')} />}
        />
      </section>
    </div>
  )
}

type DeviceRollout = RolloutDevice & { rolloutName: string; artifactName: string; artifactVersion: string }

const lasted = ({ startedAt, endedAt }: RolloutDevice) =>
  startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt)

function useHistoryColumns(deviceId: string): Column<DeviceRollout>[] {
  const t = useText(text)
  const say = useText(deviceText)
  return [
    {
      key: 'rollout',
      title: t('rollout'),
      cell: ({ rolloutId, rolloutName }) => (
        <Link to="/board/rollouts/rollout/$id" params={{ id: rolloutId }} search={{ log: deviceId }}>
          {rolloutName}
        </Link>
      ),
    },
    {
      key: 'versions',
      title: t('version'),
      width: 220,
      cell: ({ artifactName, artifactVersion, previousVersion, status }) => (
        <TwoLines
          first={previousVersion === null ? artifactVersion : `${previousVersion} → ${artifactVersion}`}
          second={
            previousVersion === null && status === 'success' ? (
              <span title={say('firstHint')}>{`${artifactName} · ${say('before', { version: say('first') })}`}</span>
            ) : (
              artifactName
            )
          }
        />
      ),
    },
    { key: 'status', title: t('status'), width: 150, cell: (row) => <RolloutDeviceMark device={row} /> },
    { key: 'duration', title: say('duration'), width: 110, wide: true, cell: (row) => formatDuration(lasted(row)) },
    { key: 'updated', title: t('updated'), width: 140, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
  ]
}
