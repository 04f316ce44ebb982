import { hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import { amountsOfAll } from './pool-amounts.ts'
import { allocationText } from './text.ts'

export function PoolFigures() {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const { data: pools } = useQuery(read(poolEndpoints.listPools, {}))
  const { data: hosts } = useQuery(read(hostEndpoints.listHosts, {}))
  const number = (amount: number) => formatNumber(amount, language, 1)
  const sum = (amount: (pool: Pool) => number) =>
    pools === undefined ? unknownValue : number(pools.reduce((total, pool) => total + amount(pool), 0))
  const freeFigure = (name: string, resource: 'cpu' | 'memoryBytes', say: (amount: number) => string) => {
    if (pools === undefined || hosts === undefined) return { name, value: unknownValue }
    const { total, reserved, used, free } = amountsOfAll(pools, hosts, resource)
    const words = { total: say(total), reserved: say(reserved), used: used === null ? unknownValue : say(used) }
    return { name, value: say(free), note: t('reservedAndUsed', words) }
  }
  return (
    <Figures
      figures={[
        { name: t('running'), value: sum(({ running }) => running) },
        { name: t('queued'), value: sum(({ queued }) => queued) },
        freeFigure(t('cpuFree'), 'cpu', number),
        freeFigure(t('memoryFree'), 'memoryBytes', formatSize),
      ]}
    />
  )
}
