import { poolEndpoints, type Pool } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { Section } from '../section.tsx'
import { type Amounts, amountsOf } from './pool-amounts.ts'
import styles from './allocation.module.css'
import { ClusterPanel } from './cluster-panel.tsx'
import { allocationText } from './text.ts'

interface Row extends Amounts {
  key: string
  pool: Pool
  isFirst: boolean
  name: string
  text: (amount: number) => string
}

export function PoolPanel() {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const columns = useColumns()
  const number = (amount: number) => formatNumber(amount, language, 1)
  return (
    <>
      <Section title={t('pools')} note={t('poolsNote')} extra={<Link to="/compute/pools">{t('toPools')}</Link>}>
        <div className={styles['pools']}>
          <DataTable
            label={t('pools')}
            columns={columns}
            rows={pools.data?.flatMap((pool) => rowsOf(pool, number, t))}
            rowKey={({ key }) => key}
            problem={pools.error}
            onRetry={() => void pools.refetch()}
            empty={null}
          />
        </div>
      </Section>
      {pools.data?.map((pool) => pool.capabilities.queues && <ClusterPanel key={pool.id} pool={pool} />)}
    </>
  )
}

function rowsOf(pool: Pool, number: (amount: number) => string, t: Translate<(typeof allocationText)['en']>): Row[] {
  const row = (name: string, message: Row['text'], amounts: Amounts): Row => ({
    key: `${pool.id} ${name}`,
    pool,
    isFirst: name === t('cpu'),
    name,
    text: message,
    ...amounts,
  })
  return [
    row(t('cpu'), number, amountsOf(pool, 'cpu')),
    row(t('hostMemory'), formatSize, amountsOf(pool, 'memoryBytes')),
    ...pool.accelerators.map(({ type, count: total }) => {
      const reserved = pool.used.accelerators.find((one) => one.type === type)?.count ?? 0
      return row(type, number, { total, reserved, used: null, free: Math.max(0, total - reserved) })
    }),
  ]
}

function useColumns(): Column<Row>[] {
  const t = useText(allocationText)
  const amount = (title: string, used: number | null, { pool, total, text: message, name }: Row, isShare = false) =>
    used === null || pool.status !== 'ready' ? (
      unknownValue
    ) : (
      <LoadMeter bare isShare={isShare} name={`${title}: ${name}`} share={shareOf(used, total)} value={message(used)} />
    )
  return [
    { key: 'pool', title: t('pool'), cell: ({ pool, isFirst }) => (isFirst ? <PoolName pool={pool} /> : pool.name) },
    { key: 'resource', title: t('resource'), card: 'line', cell: ({ name }) => name },
    {
      key: 'total',
      title: t('inAll'),
      numeric: true,
      width: 120,
      card: 'line',
      cell: ({ total, text: message, pool }) => (pool.status === 'ready' ? message(total) : unknownValue),
    },
    {
      key: 'reserved',
      title: t('reserved'),
      card: 'line',
      cell: (row) => amount(t('reserved'), row.reserved, row, true),
    },
    { key: 'used', title: t('usedNow'), card: 'line', cell: (row) => amount(t('usedNow'), row.used, row) },
    {
      key: 'free',
      title: t('free'),
      numeric: true,
      width: 120,
      card: 'line',
      cell: ({ free, text: message, pool }) => (pool.status === 'ready' ? message(free) : unknownValue),
    },
  ]
}

function PoolName({ pool: { name, status, running, concurrency, queued } }: { pool: Pool }) {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const number = (amount: number) => formatNumber(amount, language)
  return (
    <TwoLines
      first={name}
      second={
        status === 'ready' ? (
          <>
            {t('runningOf', { running: number(running), total: number(concurrency) })}
            {queued > 0 && (
              <>
                {' · '}
                <Link to="/compute/tasks" search={{ status: 'queuing' }}>
                  {t('waiting', { count: queued })}
                </Link>
              </>
            )}
          </>
        ) : (
          <Status tone="bad">{t(status)}</Status>
        )
      }
    />
  )
}
