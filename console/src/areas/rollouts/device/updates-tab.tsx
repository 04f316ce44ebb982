import type { Device } from '@vermilion/contract/devices'
import type { RolloutDevice } from '@vermilion/contract/rollouts/devices'
import type { Installation } from '@vermilion/contract/rollouts/installations'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import styles from '../rollouts.module.css'
import { RolloutDeviceMark } from '../statuses.tsx'
import { text } from '../text.ts'

/** What rollouts installed on a device, and those that it was in. */
export function UpdatesTab({ device }: { device: Device }) {
  const t = useText(text)
  const navigate = useNavigate()
  const params = { deviceId: device.id }
  const installations = useQuery(read(rolloutEndpoints.deviceInstallations, { params }))
  return (
    <>
      <Button
        type="primary"
        onClick={() => void navigate({ to: '/board/rollouts', search: { create: true, device: device.id } })}
      >
        {t('update')}
      </Button>
      <section className={styles['section']} aria-label={t('installed')}>
        <h2>{t('installed')}</h2>
        <DataTable
          label={t('installed')}
          columns={useInstallationColumns()}
          rows={installations.data}
          rowKey={({ id }) => id}
          problem={installations.error}
          onRetry={() => void installations.refetch()}
          empty={<State title={t('installedEmpty')} />}
        />
      </section>
      <section className={styles['section']} aria-label={t('history')}>
        <h2>{t('history')}</h2>
        <RolloutHistory deviceId={device.id} />
      </section>
    </>
  )
}

function useInstallationColumns(): Column<Installation>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, kind, modelId }) => (
        <TwoLines
          first={
            modelId === null ? (
              name
            ) : (
              <Link to="/model/list/model/$id" params={{ id: modelId }}>
                {name}
              </Link>
            )
          }
          second={t(kind)}
        />
      ),
    },
    { key: 'version', title: t('version'), width: 180, cell: ({ version }) => version },
    {
      key: 'previousVersion',
      title: t('previousVersion'),
      width: 180,
      wide: true,
      cell: ({ previousVersion }) => previousVersion ?? unknownValue,
    },
    {
      key: 'rollout',
      title: t('rollout'),
      width: 160,
      cell: ({ rolloutId }) => (
        <Link to="/board/rollouts/rollout/$id" params={{ id: rolloutId }}>
          {t('rollout')}
        </Link>
      ),
    },
    {
      key: 'installedAt',
      title: t('installedAt'),
      width: 140,
      wide: true,
      cell: ({ installedAt }) => <Ago time={installedAt} />,
    },
  ]
}

type DeviceRollout = RolloutDevice & { rolloutName: string; artifactName: string; artifactVersion: string }

function RolloutHistory({ deviceId }: { deviceId: string }) {
  const t = useText(text)
  const rollouts = useQuery(read(rolloutEndpoints.deviceRollouts, { params: { deviceId }, query: { limit: 50 } }))
  return (
    <DataTable
      label={t('history')}
      columns={useHistoryColumns(deviceId)}
      rows={rollouts.data?.items}
      rowKey={({ id }) => id}
      problem={rollouts.error}
      onRetry={() => void rollouts.refetch()}
      empty={<State title={t('historyEmpty')} />}
    />
  )
}

function useHistoryColumns(deviceId: string): Column<DeviceRollout>[] {
  const t = useText(text)
  return [
    {
      key: 'rollout',
      title: t('rollout'),
      cell: ({ rolloutId, rolloutName, artifactName, artifactVersion }) => (
        <TwoLines
          first={
            <Link to="/board/rollouts/rollout/$id" params={{ id: rolloutId }} search={{ log: deviceId }}>
              {rolloutName}
            </Link>
          }
          second={rolloutName !== `${artifactName} ${artifactVersion}` && `${artifactName} ${artifactVersion}`}
        />
      ),
    },
    { key: 'status', title: t('status'), width: 160, cell: (row) => <RolloutDeviceMark device={row} /> },
    { key: 'updated', title: t('updated'), width: 140, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
  ]
}
