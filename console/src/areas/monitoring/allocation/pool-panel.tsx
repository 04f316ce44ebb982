import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { allocationText } from './text.ts'

/** What runs and waits in each pool, and what is left of it. */
export function PoolPanel() {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  if (pools.data === undefined)
    return pools.error === null ? null : <ProblemState problem={pools.error} onRetry={() => void pools.refetch()} />
  const freeCards = ({ accelerators, used }: Pool) =>
    accelerators
      .map(({ type, count }) => {
        const inUse = used.accelerators.find((one) => one.type === type)?.count ?? 0
        return `${type} ${formatNumber(Math.max(0, count - inUse), language)} / ${formatNumber(count, language)}`
      })
      .join(', ')
  return (
    <Panel title={t('pools')} extra={<Link to="/compute/pools">{t('toPools')}</Link>}>
      <FigureTable
        columns={[t('pool'), t('running'), t('queued'), t('cpu'), t('memoryFree'), t('acceleratorsFree')]}
        rows={pools.data.map((pool) => ({
          key: pool.id,
          cells: [
            pool.name,
            `${formatNumber(pool.running, language)} / ${formatNumber(pool.concurrency, language)}`,
            formatNumber(pool.queued, language),
            formatNumber(Math.max(0, pool.cpu - pool.used.cpu), language, 1),
            formatSize(Math.max(0, pool.memoryBytes - pool.used.memoryBytes)),
            freeCards(pool) || t('none'),
          ],
        }))}
      />
    </Panel>
  )
}
