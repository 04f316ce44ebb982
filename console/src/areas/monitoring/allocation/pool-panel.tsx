import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { Section } from '../section.tsx'
import { allocationText } from './text.ts'

/** What runs and waits in each pool, and how much of it is set aside. */
export function PoolPanel() {
  const t = useText(allocationText)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const columns = useColumns()
  return (
    <Section title={t('pools')} extra={<Link to="/compute/pools">{t('toPools')}</Link>}>
      <DataTable
        label={t('pools')}
        columns={columns}
        rows={pools.data}
        rowKey={({ id }) => id}
        problem={pools.error}
        onRetry={() => void pools.refetch()}
        empty={null}
      />
    </Section>
  )
}

function useColumns(): Column<Pool>[] {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const number = (amount: number) => formatNumber(amount, language, 1)
  const usage = (name: string, used: number, total: number, words: (amount: number) => string) => (
    <TwoLines
      first={<LoadMeter bare name={name} share={shareOf(used, total)} />}
      second={t('usedOf', { used: words(used), total: words(total) })}
    />
  )
  return [
    {
      key: 'pool',
      title: t('pool'),
      cell: ({ name, status }) => (
        <TwoLines first={name} second={<Status tone={status === 'ready' ? 'good' : 'bad'}>{t(status)}</Status>} />
      ),
    },
    {
      key: 'running',
      title: t('running'),
      cell: ({ running, concurrency }) => usage(t('running'), running, concurrency, number),
    },
    {
      key: 'queued',
      title: t('queued'),
      numeric: true,
      width: 90,
      cell: ({ queued }) =>
        queued === 0 ? (
          number(queued)
        ) : (
          <Link to="/compute/tasks" search={{ status: 'queuing' }}>
            {number(queued)}
          </Link>
        ),
    },
    { key: 'cpu', title: t('cpuUsed'), cell: ({ used, cpu }) => usage(t('cpuUsed'), used.cpu, cpu, number) },
    {
      key: 'memory',
      title: t('memoryUsed'),
      cell: ({ used, memoryBytes }) => usage(t('memoryUsed'), used.memoryBytes, memoryBytes, formatSize),
    },
    {
      key: 'accelerators',
      title: t('acceleratorsUsed'),
      cell: ({ accelerators, used }) =>
        accelerators.length === 0
          ? t('none')
          : accelerators.map(({ type, count }) => {
              const inUse = used.accelerators.find((one) => one.type === type)?.count ?? 0
              return (
                <TwoLines
                  key={type}
                  first={<LoadMeter bare name={type} share={shareOf(inUse, count)} />}
                  second={`${type} · ${t('usedOf', { used: number(inUse), total: number(count) })}`}
                />
              )
            }),
    },
  ]
}
