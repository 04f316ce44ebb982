import type { Host } from '@vermilion/contract/monitoring/hosts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { State } from '#ui/feedback/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { networkCharts } from '../charts/charts-of.ts'
import { HostCharts } from '../charts/host-charts.tsx'
import { HostName, HostStatus } from '../host-cells.tsx'
import styles from '../monitoring.module.css'
import { text } from '../text.ts'
import { useHosts } from '../use-hosts.ts'
import { InterfaceTable } from './interface-table.tsx'
import { rateWords } from './rate-words.ts'

/** How much goes through the network of every host, and of the chosen one by interface and over time. */
export function NetworkTab() {
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
      {host !== undefined && host.network.interfaces.length > 0 && (
        <InterfaceTable interfaces={host.network.interfaces} />
      )}
      {host?.kind === 'engine' && <p className={styles['note']}>{t('engineWords')}</p>}
      {host !== undefined && host.kind !== 'engine' && (
        <HostCharts key={host.id} host={host} chartsOf={networkCharts} />
      )}
    </>
  )
}

/** Null where no interface tells of any. */
function errorsOf({ interfaces }: Host['network']): number | null {
  const counts = interfaces.map(({ errors }) => errors).filter((errors) => errors !== null)
  return counts.length === 0 ? null : counts.reduce((sum, errors) => sum + errors, 0)
}

function useColumns(selected: Host | undefined): Column<Host>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    { key: 'host', title: t('host'), cell: (host) => <HostName host={host} chosen={host.id === selected?.id} /> },
    { key: 'status', title: t('status'), width: 110, cell: (host) => <HostStatus host={host} /> },
    { key: 'received', title: t('received'), numeric: true, cell: ({ network }) => rateWords(network.received) },
    { key: 'sent', title: t('sent'), numeric: true, cell: ({ network }) => rateWords(network.sent) },
    {
      key: 'errors',
      title: t('errors'),
      numeric: true,
      wide: true,
      cell: ({ network }) => formatNumber(errorsOf(network), language),
    },
  ]
}
