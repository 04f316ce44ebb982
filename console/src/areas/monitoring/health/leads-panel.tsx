import { leadEndpoints } from '@vermilion/contract/monitoring/leads'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { leadsText } from './leads-text.ts'

const refetchInterval = 10_000

/** Says which of the servers on one database works. A server alone has nothing to show. */
export function LeadsPanel() {
  const t = useText(leadsText)
  const { data, error, refetch } = useQuery({ ...read(leadEndpoints.getLeads, {}), refetchInterval })
  if (error !== null) return <PartialStrip problem={error} onRetry={() => void refetch()} />
  const [leader] = data?.leads ?? []
  if (data === undefined || leader === undefined) return null
  const standbys = data.standbys.map(({ host, since }) => (
    <div key={`${host} ${since}`}>
      {host} · {t('since')} <Time time={since} />
    </div>
  ))
  return (
    <Panel title={t('title')}>
      <Facts
        facts={[
          [
            t('leader'),
            <>
              {leader.host} · {leader.address} · {t('since')} <Time time={leader.since} />
            </>,
          ],
          [t('standbys'), standbys.length > 0 ? standbys : <Status tone="warning">{t('noStandby')}</Status>],
        ]}
      />
      <FigureTable
        isCardsOnPhone
        columns={[t('taken'), t('host'), t('address'), t('version'), t('reason')]}
        rows={data.leads.map(({ number, host, address, version, since, change }) => ({
          key: String(number),
          cells: [<Time key="since" time={since} />, host, address, version, t(change)],
        }))}
      />
    </Panel>
  )
}
