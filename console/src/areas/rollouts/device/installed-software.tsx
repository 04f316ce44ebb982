import type { Device } from '@vermilion/contract/devices'
import { type Artifact, artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import type { Installation } from '@vermilion/contract/rollouts/installations'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { State } from '#ui/feedback/states.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import styles from '../rollouts.module.css'
import { text } from '../text.ts'
import { deviceText } from './device-text.ts'

/** Artifacts that are looked through for later versions. */
const mostArtifacts = 500

/** The artifact that was added last under the name and kind of what is installed, where that is another version. */
function laterOf({ kind, name, version, artifactId }: Installation, artifacts: readonly Artifact[]) {
  const same = artifacts.filter((artifact) => artifact.kind === kind && artifact.name === name)
  const installed = same.find(({ id }) => id === artifactId) ?? same.find((artifact) => artifact.version === version)
  const [latest] = same.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  if (latest === undefined || latest.version === version) return undefined
  return installed === undefined || latest.createdAt > installed.createdAt ? latest : undefined
}

interface InstalledSoftwareProps {
  device: Device
  /** By its id, where it is known. */
  rolloutName: (rolloutId: string) => string | undefined
}

/** What rollouts installed on a device, whether there is a later version, and the way back. */
export function InstalledSoftware({ device, rolloutName }: InstalledSoftwareProps) {
  const t = useText(text)
  const params = { deviceId: device.id }
  const installations = useQuery(read(rolloutEndpoints.deviceInstallations, { params }))
  const artifacts = useQuery(read(artifactEndpoints.listArtifacts, { query: { limit: mostArtifacts } }))
  const existing = artifacts.data?.items ?? []
  return (
    <DataTable
      label={t('installed')}
      columns={useColumns({ device, rolloutName, later: (installation) => laterOf(installation, existing) })}
      rows={installations.data}
      rowKey={({ id }) => id}
      problem={installations.error}
      onRetry={() => void installations.refetch()}
      empty={<State title={t('installedEmpty')} words={t('emptyWords')} />}
    />
  )
}

interface ColumnNeeds extends InstalledSoftwareProps {
  later: (installation: Installation) => Artifact | undefined
}

function useColumns({ device, rolloutName, later }: ColumnNeeds): Column<Installation>[] {
  const t = useText(text)
  const say = useText(deviceText)
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
    {
      key: 'version',
      title: t('version'),
      width: 220,
      cell: (installation) => {
        const latest = later(installation)
        return (
          <span className={styles['version']}>
            {installation.version}
            {latest !== undefined && <Tag>{say('available', { version: latest.version })}</Tag>}
          </span>
        )
      },
    },
    {
      key: 'previousVersion',
      title: t('previousVersion'),
      width: 150,
      wide: true,
      cell: ({ previousVersion }) => previousVersion ?? unknownValue,
    },
    {
      key: 'rollout',
      title: say('by'),
      width: 240,
      wide: true,
      cell: ({ rolloutId }) => (
        <Link to="/board/rollouts/rollout/$id" params={{ id: rolloutId }}>
          {rolloutName(rolloutId) ?? t('rollout')}
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
    {
      key: 'menu',
      title: '',
      width: 150,
      numeric: true,
      cell: (installation) => (
        <InstallationActions device={device} installation={installation} latest={later(installation)} />
      ),
    },
  ]
}

interface InstallationActionsProps {
  device: Device
  installation: Installation
  latest: Artifact | undefined
}

function InstallationActions({ device, installation, latest }: InstallationActionsProps) {
  const t = useText(text)
  const say = useText(deviceText)
  const navigate = useNavigate()
  const { name, rolloutId, previousVersion } = installation
  const params = { rolloutId }
  const askToRollBack = () =>
    confirm({
      title: t('rollBackDeviceTitle', { name: device.name }),
      body: t('rollBackDeviceBody', { version: previousVersion ?? t('nothingBefore') }),
      action: t('rollBack'),
      danger: true,
      failure: t('actionFailed'),
      run: async () => {
        await call(rolloutEndpoints.rollBackRollout, { params, body: { deviceIds: [device.id] } })
        notify.success(t('rollingBack'))
        void refresh('/rollouts', '/devices')
      },
    })
  const update = (artifact: string) =>
    void navigate({ to: '/board/rollouts', search: { create: true, device: device.id, artifact } })
  return (
    <span className={styles['rowActions']}>
      {latest !== undefined && (
        <Button size="small" onClick={() => update(latest.id)}>
          {say('updateTo')}
        </Button>
      )}
      <RowMenu
        label={t('actions', { name })}
        actions={[
          {
            key: 'log',
            words: t('log'),
            run: () =>
              void navigate({
                to: '/board/rollouts/rollout/$id',
                params: { id: rolloutId },
                search: { log: device.id },
              }),
          },
          { key: 'rollBack', words: t('rollBack'), danger: true, run: askToRollBack },
        ]}
      />
    </span>
  )
}
