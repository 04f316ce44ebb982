import type { Host } from '@vermilion/contract/monitoring/hosts'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/feedback/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { HostChoice } from './charts/host-choice.tsx'
import { HostCharts } from './charts/host-charts.tsx'
import { Link } from '@tanstack/react-router'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { DeviceLink } from '#ui/page/thing-links.tsx'
import styles from './monitoring.module.css'
import { text } from './text.ts'
import { useHosts } from './use-hosts.ts'

interface HostsViewProps {
  columns: readonly Column<Host>[]
  chartsOf: ComponentProps<typeof HostCharts>['chartsOf']
  renderDetail?: (host: Host) => ReactNode
}

export function HostsView({ columns, chartsOf, renderDetail }: HostsViewProps) {
  const t = useText(text)
  const { hosts, host, compared, choose } = useHosts()
  const nameColumns = useNameColumns(host?.id)
  return (
    <div className={styles['hosts']}>
      <DataTable
        label={t('hosts')}
        columns={[...nameColumns, ...columns]}
        rows={hosts.data}
        rowKey={({ id }) => id}
        problem={hosts.error}
        failure={t('failed')}
        onRetry={() => void hosts.refetch()}
        onRow={({ id }) => choose(id)}
        current={(hosts.data?.length ?? 0) > 1 ? host?.id : undefined}
        empty={<State title={t('noHosts')} text={t('noHostsWords')} />}
      />
      {host !== undefined && (
        <h2 className="title flex wrap gap-2-10 align-baseline break-anywhere" style={{ margin: '20px 0 14px' }}>
          {[host, ...compared].map(({ name }) => name).join(', ')}
          {compared.length === 0 && <small className="faint weight-400">{t(host.kind)}</small>}
        </h2>
      )}
      {host !== undefined && renderDetail?.(host)}
      {host?.kind === 'engine' && <p className={`${styles['note']} text-secondary`}>{t('engineWords')}</p>}
      {host !== undefined && host.kind !== 'engine' && (
        <HostCharts
          key={host.id}
          hosts={[host, ...compared]}
          chartsOf={chartsOf}
          choice={<HostChoice hosts={hosts.data ?? []} host={host} compared={compared} />}
        />
      )}
    </div>
  )
}

function useNameColumns(chosenId: string | undefined): Column<Host>[] {
  const t = useText(text)
  return [
    { key: 'host', title: t('host'), cell: (host) => <HostName host={host} chosen={host.id === chosenId} /> },
    { key: 'status', title: t('status'), width: 110, cell: (host) => <HostStatus host={host} /> },
  ]
}

function HostName({ host, chosen }: { host: Host; chosen: boolean }) {
  const t = useText(text)
  const kind = t(host.kind)
  return (
    <TwoLines
      first={
        <Link
          className={styles['host']}
          from="/resource"
          to="/resource"
          search={(now) => ({ ...now, host: host.id === 'server' ? undefined : host.id })}
          aria-current={chosen ? 'true' : undefined}
          replace
        >
          {host.name}
        </Link>
      }
      second={host.deviceId === null ? kind : <DeviceLink id={host.deviceId}>{kind}</DeviceLink>}
    />
  )
}

function HostStatus({ host }: { host: Host }) {
  const t = useText(text)
  return (
    <TwoLines
      first={<Status tone={host.online ? 'good' : 'bad'}>{t(host.online ? 'online' : 'offline')}</Status>}
      second={host.readAt !== null && <Ago time={host.readAt} />}
    />
  )
}
