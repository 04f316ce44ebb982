import type { Host } from '@vermilion/contract/monitoring/hosts'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { diskShare, formatTemperature, shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { computeCharts } from '../charts/charts-of.ts'
import { HostsView } from '../hosts-view.tsx'
import { text } from '../text.ts'
import { useHosts } from '../use-hosts.ts'

export function ComputeTab() {
  const { hosts } = useHosts()
  const hasAccelerators = hosts.data?.some(({ accelerators }) => accelerators > 0) === true
  const columns = useColumns().filter(({ key }) => key !== 'accelerators' || hasAccelerators)
  return <HostsView columns={columns} chartsOf={computeCharts} />
}

function useColumns(): Column<Host>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const amount = ({ used, total }: { used: number | null; total: number | null }) =>
    total === null ? unknownValue : t('usedOf', { used: formatSize(used), total: formatSize(total) })
  return [
    {
      key: 'cpu',
      title: t('cpu'),
      cell: ({ cpu, cores }) => (
        <TwoLines
          first={<LoadMeter bare name={t('cpu')} share={cpu} />}
          second={cores !== null && t('cores', { count: Math.round(cores) })}
        />
      ),
    },
    {
      key: 'memory',
      title: t('memory'),
      cell: ({ memory }) => (
        <TwoLines
          first={<LoadMeter bare name={t('memory')} share={shareOf(memory.used, memory.total)} />}
          second={amount(memory)}
        />
      ),
    },
    {
      key: 'disk',
      title: t('disk'),
      wide: true,
      card: 'line',
      cell: ({ disk }) => (
        <TwoLines
          first={<LoadMeter bare name={t('disk')} share={diskShare(disk.used, disk.free)} />}
          second={
            disk.free === null
              ? unknownValue
              : t('usedAndFree', { used: formatSize(disk.used), free: formatSize(disk.free) })
          }
        />
      ),
    },
    {
      key: 'load',
      title: t('load'),
      numeric: true,
      width: 80,
      card: 'figure',
      cell: ({ load }) => formatNumber(load, language, 2),
    },
    {
      key: 'temperature',
      title: t('temperature'),
      numeric: true,
      wide: true,
      width: 110,
      card: 'figure',
      cell: ({ temperature }) => formatTemperature(temperature),
    },
    {
      key: 'accelerators',
      title: t('accelerators'),
      numeric: true,
      wide: true,
      width: 120,
      cell: ({ accelerators }) => formatNumber(accelerators, language),
    },
  ]
}
