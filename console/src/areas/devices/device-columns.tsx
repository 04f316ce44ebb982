import type { Device } from '@vermilion/contract/devices'
import type { Installation } from '@vermilion/contract/rollouts/installations'
import type { ReactNode } from 'react'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import type { DeviceTab } from './detail/tabs.ts'
import { DeviceButtons } from './device-buttons.tsx'
import { isPast, useDeviceNote } from './device-note.tsx'
import { DeviceStatus } from './device-status.tsx'
import { InstalledList, LaterVersion } from './installed-list.tsx'
import { diskShare, formatTemperature, shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { DeviceLink } from '#ui/page/thing-links.tsx'
import styles from './devices.module.css'
import { text } from './text.ts'

// oxlint-disable-next-line max-lines-per-function -- one list of columns over the same values
export function useDeviceColumns(
  tabs: readonly DeviceTab[],
  actionsOf: (device: Device) => readonly RowAction[],
  installedOf: (device: Device) => readonly Installation[],
  hasGpu: boolean,
): Column<Device>[] {
  const t = useText(text)
  const noteOf = useDeviceNote()
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (device) => (
        <TwoLines
          first={<DeviceLink id={device.id}>{visibleName(device.name)}</DeviceLink>}
          second={<NameNote device={device} note={noteOf(device)} />}
        />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      sort: 'status',
      width: 120,
      card: 'line',
      cell: (device) => (
        <TwoLines
          first={<DeviceStatus device={device} />}
          second={device.lastSeenAt !== null && <Ago time={device.lastSeenAt} />}
        />
      ),
    },
    {
      key: 'model',
      title: t('model'),
      sort: 'model',
      maxWidth: 160,
      wide: true,
      cell: ({ facts }) => facts?.model || unknownValue,
    },
    {
      key: 'software',
      title: t('software'),
      wide: true,
      card: 'line',
      cell: (device) => {
        const installed = installedOf(device)
        return (
          <TwoLines
            first={<InstalledList installed={installed} />}
            second={installed[0] !== undefined && <LaterVersion installed={installed[0]} />}
          />
        )
      },
    },
    loadColumn('cpu', t('cpu'), ({ reading }) => reading?.cpu),
    hasGpu ? loadColumn('gpu', t('gpu'), ({ reading }) => reading?.gpu) : withoutLoad('gpu', t('gpu')),
    {
      key: 'temperature',
      title: t('temperature'),
      sort: '-temperature',
      numeric: true,
      width: 90,
      card: 'line',
      cell: (device) => <Figure device={device}>{formatTemperature(device.reading?.temperature)}</Figure>,
    },
    {
      ...loadColumn('memory', t('memory'), ({ reading }) => shareOf(reading?.memoryUsed, reading?.memoryTotal)),
      wide: true,
    },
    {
      ...loadColumn('disk', t('disk'), ({ reading }) => diskShare(reading?.diskUsed, reading?.diskFree)),
      wide: true,
      asked: true,
    },
    { key: 'kind', title: t('kind'), sort: 'kind', wide: true, asked: true, cell: ({ kind }) => t(kind) },
    { key: 'group', title: t('group'), sort: 'group', wide: true, asked: true, cell: ({ group }) => group },
    {
      key: 'lastSeenAt',
      title: t('lastSeen'),
      sort: '-lastSeenAt',
      width: 130,
      wide: true,
      asked: true,
      cell: ({ lastSeenAt }) => <Ago time={lastSeenAt} />,
    },
    {
      key: 'menu',
      title: '',
      width: 170,
      numeric: true,
      cell: (device) => (
        <DeviceButtons device={device} tabs={tabs}>
          <RowMenu label={t('actions', { name: device.name })} actions={actionsOf(device)} />
        </DeviceButtons>
      ),
    },
  ]
}

function loadColumn(
  key: string,
  title: string,
  shareOfDevice: (device: Device) => number | null | undefined,
): Column<Device> {
  return {
    key,
    title,
    sort: `-${key}`,
    width: 120,
    card: 'line',
    cell: (device) => (
      <span className={`${styles['load']} block`} data-past={isPast(device) || undefined}>
        <LoadMeter bare name={title} share={shareOfDevice(device)} />
      </span>
    ),
  }
}

/** A load that no device reports is as narrow as its title. */
const withoutLoad = (key: string, title: string): Column<Device> => ({
  key,
  title,
  sort: `-${key}`,
  width: 60,
  card: 'line',
  cell: () => <span data-unknown>{unknownValue}</span>,
})

function Figure({ device, children }: { device: Device; children: ReactNode }) {
  return (
    <span
      className={isPast(device) ? 'text-tertiary' : undefined}
      data-unknown={children === unknownValue || undefined}
    >
      {children}
    </span>
  )
}

function NameNote({ device, note }: { device: Device; note: string | undefined }) {
  const t = useText(text)
  if (note === undefined) return device.host
  return <span title={note}>{isPast(device) ? t('fromBeforeShort') : note}</span>
}
