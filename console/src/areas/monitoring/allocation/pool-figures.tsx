import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import { allocationText } from './text.ts'

/** What all pools together run, and have left, where there are no accelerators to be counted. */
export function PoolFigures() {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const { data: pools } = useQuery(read(poolEndpoints.listPools, {}))
  const sum = (amount: (pool: Pool) => number, say: (total: number) => string) =>
    pools === undefined ? unknownValue : say(pools.reduce((total, pool) => total + Math.max(0, amount(pool)), 0))
  const number = (total: number) => formatNumber(total, language, 1)
  return (
    <Figures
      figures={[
        { name: t('running'), value: sum(({ running }) => running, number) },
        { name: t('queued'), value: sum(({ queued }) => queued, number) },
        { name: t('cpuFree'), value: sum(({ cpu, used }) => cpu - used.cpu, number) },
        { name: t('memoryFree'), value: sum(({ memoryBytes, used }) => memoryBytes - used.memoryBytes, formatSize) },
        { name: t('total'), value: formatNumber(0, language) },
      ]}
    />
  )
}
