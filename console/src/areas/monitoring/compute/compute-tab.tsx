import type { Host } from '@vermilion/contract/monitoring/hosts'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { State } from '#ui/feedback/states.tsx'
import { formatTemperature, shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { computeCharts } from '../charts/charts-of.ts'
import { HostCharts } from '../charts/host-charts.tsx'
import { HostName, HostStatus } from '../host-cells.tsx'
import styles from '../monitoring.module.css'
import { text } from '../text.ts'
import { useHosts } from '../use-hosts.ts'

/** How busy every host is, and how the chosen one fared. */
export function ComputeTab() {
  const t = useText(text)
  const { hosts, host, choose } = useHosts()
  const columns = useColumns(host)
  return (
    <>
      <DataTable
        label={t('hosts')}
        columns={columns}
        rows={hosts.data}
        rowKey={({ id }) => id}
        problem={hosts.error}
        failure={t('failed')}
        onRetry={() => void hosts.refetch()}
        onRow={({ id }) => choose(id)}
        empty={<State title={t('noHosts')} words={t('noHostsWords')} />}
      />
      {host?.kind === 'engine' && <p className={styles['note']}>{t('engineWords')}</p>}
      {host !== undefined && host.kind !== 'engine' && (
        <HostCharts key={host.id} host={host} chartsOf={computeCharts} />
      )}
    </>
  )
}

function useColumns(selected: Host | undefined): Column<Host>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const amount = ({ used, total }: { used: number | null; total: number | null }) =>
    total === null ? unknownValue : t('usedOf', { used: formatSize(used), total: formatSize(total) })
  return [
    { key: 'host', title: t('host'), cell: (host) => <HostName host={host} chosen={host.id === selected?.id} /> },
    { key: 'status', title: t('status'), width: 110, cell: (host) => <HostStatus host={host} /> },
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
      cell: ({ disk }) => (
        <TwoLines
          first={<LoadMeter bare name={t('disk')} share={shareOf(disk.used, disk.total)} />}
          second={amount(disk)}
        />
      ),
    },
    {
      key: 'load',
      title: t('load'),
      numeric: true,
      width: 80,
      cell: ({ load }) => formatNumber(load, language, 2),
    },
    {
      key: 'temperature',
      title: t('temperature'),
      numeric: true,
      wide: true,
      width: 110,
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
