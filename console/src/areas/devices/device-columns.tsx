import type { Device } from '@vermilion/contract/devices'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import type { DeviceTab } from './detail/tabs.ts'
import { DeviceButtons } from './device-buttons.tsx'
import { isPast, useDeviceNote } from './device-note.tsx'
import { DeviceStatus } from './device-status.tsx'
import { diskShare, formatPercent, formatTemperature, shareOf } from '#ui/meter/figures.ts'
import styles from './devices.module.css'
import { text } from './text.ts'

/** What a device is and how it fares, in a row. */
// oxlint-disable-next-line max-lines-per-function -- one list of columns or handlers over the same values
export function useDeviceColumns(
  tabs: readonly DeviceTab[],
  actionsOf: (device: Device) => readonly RowAction[],
): Column<Device>[] {
  const t = useText(text)
  const noteOf = useDeviceNote()
  const figure = { numeric: true, width: 90 } as const
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (device) => (
        <TwoLines
          first={
            <Link to="/board/list/device/$id" params={{ id: device.id }}>
              {device.name}
            </Link>
          }
          second={<NameNote device={device} note={noteOf(device)} />}
        />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      sort: 'status',
      width: 120,
      cell: (device) => <DeviceStatus device={device} />,
    },
    {
      key: 'model',
      title: t('model'),
      sort: 'model',
      wide: true,
      cell: ({ facts }) => facts?.model || unknownValue,
    },
    {
      key: 'cpu',
      title: t('cpu'),
      sort: '-cpu',
      ...figure,
      cell: (device) => <Figure device={device}>{formatPercent(device.reading?.cpu)}</Figure>,
    },
    {
      key: 'gpu',
      title: t('gpu'),
      sort: '-gpu',
      ...figure,
      cell: (device) => <Figure device={device}>{formatPercent(device.reading?.gpu)}</Figure>,
    },
    {
      key: 'temperature',
      title: t('temperature'),
      sort: '-temperature',
      ...figure,
      cell: (device) => <Figure device={device}>{formatTemperature(device.reading?.temperature)}</Figure>,
    },
    {
      key: 'memory',
      title: t('memory'),
      sort: '-memory',
      ...figure,
      wide: true,
      cell: (device) => (
        <Figure device={device}>
          {formatPercent(shareOf(device.reading?.memoryUsed, device.reading?.memoryTotal))}
        </Figure>
      ),
    },
    {
      key: 'disk',
      title: t('disk'),
      sort: '-disk',
      ...figure,
      wide: true,
      cell: (device) => (
        <Figure device={device}>{formatPercent(diskShare(device.reading?.diskUsed, device.reading?.diskFree))}</Figure>
      ),
    },
    { key: 'kind', title: t('kind'), sort: 'kind', wide: true, asked: true, cell: ({ kind }) => t(kind) },
    { key: 'group', title: t('group'), sort: 'group', wide: true, cell: ({ group }) => group },
    {
      key: 'lastSeenAt',
      title: t('lastSeen'),
      sort: '-lastSeenAt',
      width: 130,
      wide: true,
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

/** A value of now; one of before the device went away is paler. */
function Figure({ device, children }: { device: Device; children: ReactNode }) {
  return <span className={isPast(device) ? styles['past'] : undefined}>{children}</span>
}

/** Below the name: where it is, or what is to be said of it while it is not there. */
function NameNote({ device, note }: { device: Device; note: string | undefined }) {
  const t = useText(text)
  if (note === undefined) return device.host
  return <span title={note}>{isPast(device) ? t('fromBeforeShort') : note}</span>
}
