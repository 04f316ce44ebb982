import type { Device } from '@vermilion/contract/devices'
import type { Installation } from '@vermilion/contract/rollouts/installations'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/feedback/states.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { text } from '../text.ts'
import { deviceText } from './device-text.ts'
import type { Installed } from '#lib/use-installed.ts'
import { ModelLink } from '#ui/page/thing-links.tsx'

interface InstalledSoftwareProps {
  device: Device
  installed: Installed
  rolloutName: (rolloutId: string) => string | undefined
  onUpdate: (artifactId: string) => void
}

export function InstalledSoftware(props: InstalledSoftwareProps) {
  const t = useText(text)
  const { installations } = props.installed
  return (
    <DataTable
      label={t('installed')}
      columns={useColumns(props)}
      rows={installations.data}
      rowKey={({ id }) => id}
      problem={installations.error}
      onRetry={() => void installations.refetch()}
      empty={<State title={t('installedEmpty')} text={t('emptyWords')} />}
    />
  )
}

function useColumns(props: InstalledSoftwareProps): Column<Installation>[] {
  const t = useText(text)
  const say = useText(deviceText)
  const { rolloutName, installed } = props
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, kind, modelId }) => (
        <TwoLines first={modelId === null ? name : <ModelLink id={modelId}>{name}</ModelLink>} second={t(kind)} />
      ),
    },
    {
      key: 'version',
      title: t('version'),
      width: 260,
      cell: ({ id, version, previousVersion }) => {
        const latest = installed.later.get(id)
        return (
          <TwoLines
            first={
              <span className="inline-row wrap gap-4-8">
                {version}
                {latest !== undefined && <Tag>{say('available', { version: latest.version })}</Tag>}
              </span>
            }
            second={
              previousVersion === null ? (
                <span title={say('firstHint')}>{say('before', { version: say('first') })}</span>
              ) : (
                say('before', { version: previousVersion })
              )
            }
          />
        )
      },
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
      cell: ({ installedAt }) => <Ago time={installedAt} />,
    },
    {
      key: 'menu',
      title: '',
      width: 60,
      cell: (installation) => <InstallationMenu {...props} installation={installation} />,
    },
  ]
}

interface InstallationMenuProps extends InstalledSoftwareProps {
  installation: Installation
}

function InstallationMenu({ device, installed: { later }, onUpdate, installation }: InstallationMenuProps) {
  const t = useText(text)
  const say = useText(deviceText)
  const navigate = useNavigate()
  const { id, name, rolloutId, previousVersion } = installation
  const latest = later.get(id)
  const params = { rolloutId }
  const askToRollBack = () =>
    confirm({
      title: t('rollBackDeviceTitle', { name: device.name }),
      body: t('rollBackDeviceBody', { version: previousVersion ?? t('nothingBefore') }),
      action: t('rollBack'),
      danger: true,
      failure: t('actionFailed'),
      run: () => call(rolloutEndpoints.rollBackRollout, { params, body: { deviceIds: [device.id] } }),
      done: t('rollingBack'),
      stale: ['/rollouts', '/devices'],
    })
  return (
    <RowMenu
      label={t('actions', { name })}
      actions={[
        ...(latest === undefined || later.size === 1
          ? []
          : [
              {
                key: 'update',
                text: say('updateTo', { version: latest.version }),
                run: () => onUpdate(latest.id),
              },
            ]),
        {
          key: 'log',
          text: t('log'),
          run: () =>
            void navigate({
              to: '/board/rollouts/rollout/$id',
              params: { id: rolloutId },
              search: { log: device.id },
            }),
        },
        { key: 'rollBack', text: t('rollBack'), danger: true, run: askToRollBack },
      ]}
    />
  )
}
