import type { Pool } from '@vermilion/contract/tasks/pools'
import { formatNumber, formatSize } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { freeOf } from '@vermilion/contract/tasks/free-of'
import { freeText } from './free-text.ts'

export function PoolFree({ pool }: { pool: Pool }) {
  const t = useText(freeText)
  const language = useSystem((system) => system.lang)
  const { running, concurrency, queued, cpu, memoryBytes, used, accelerators, status, problem } = pool
  if (status !== 'ready')
    return (
      <span className="text-error-text">{problem === null ? t('unreachable') : localize(problem.text, language)}</span>
    )
  const free = freeOf(pool)
  const number = (amount: number) => formatNumber(amount, language, 1)
  const parts = [
    t('runs', { running: number(running), concurrency: number(concurrency) }),
    ...(queued === 0 ? [] : [t('waits', { queued: number(queued) })]),
    t('freeCpu', { free: number(free.cpu), all: number(cpu) }),
    t('freeMemory', { free: formatSize(free.memoryBytes), all: formatSize(memoryBytes) }),
    ...accelerators.map(({ type, count }) => {
      const usedCount = used.accelerators.find((each) => each.type === type)?.count ?? 0
      return t('freeAccelerators', { type, free: number(count - usedCount), all: number(count) })
    }),
    ...(free.isBusyElsewhere ? [t('busyElsewhere')] : []),
  ]
  return <span>{parts.join(' · ')}</span>
}
