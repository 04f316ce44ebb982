import type { Device } from '@vermilion/contract/devices'
import { Link } from '@tanstack/react-router'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import type { DeviceTab } from './detail/tabs.ts'
import { DeviceButtons } from './device-buttons.tsx'
import { DeviceStatus } from './device-status.tsx'
import { formatPercent, formatTemperature, shareOf } from './figures.ts'
import { text } from './text.ts'

/** What a device is and how it fares, in a row. */
export function useDeviceColumns(tabs: readonly DeviceTab[]): Column<Device>[] {
  const t = useText(text)
  const figure = { numeric: true, width: 90 } as const
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: ({ id, name, host }) => (
        <TwoLines
          first={
            <Link to="/board/list/device/$id" params={{ id }}>
              {name}
            </Link>
          }
          second={host}
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
      cell: ({ facts }) => facts?.model ?? unknownValue,
    },
    { key: 'cpu', title: t('cpu'), sort: '-cpu', ...figure, cell: ({ reading }) => formatPercent(reading?.cpu) },
    { key: 'gpu', title: t('gpu'), sort: '-gpu', ...figure, cell: ({ reading }) => formatPercent(reading?.gpu) },
    {
      key: 'temperature',
      title: t('temperature'),
      sort: '-temperature',
      ...figure,
      cell: ({ reading }) => formatTemperature(reading?.temperature),
    },
    {
      key: 'memory',
      title: t('memory'),
      sort: '-memory',
      ...figure,
      wide: true,
      cell: ({ reading }) => formatPercent(shareOf(reading?.memoryUsed, reading?.memoryTotal)),
    },
    {
      key: 'disk',
      title: t('disk'),
      sort: '-disk',
      ...figure,
      wide: true,
      cell: ({ reading }) => formatPercent(shareOf(reading?.diskUsed, reading?.diskTotal)),
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
    { key: 'menu', title: '', width: 170, cell: (device) => <DeviceButtons device={device} tabs={tabs} /> },
  ]
}
