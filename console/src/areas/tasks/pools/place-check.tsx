import type { ExecutorKind } from '@vermilion/contract/tasks/executors'
import { type PoolCheck, poolEndpoints } from '@vermilion/contract/tasks/pools'
import { useMutation } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Status } from '#ui/feedback/status.tsx'
import { placeText } from './place-text.ts'
import styles from './pools.module.css'
import { sayProblem } from './say-problem.ts'

interface PlaceCheckProps {
  executor: ExecutorKind
  address: string | null
}

export function PlaceCheck({ executor, address }: PlaceCheckProps) {
  const t = useText(placeText)
  const language = useSystem((system) => system.lang)
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(poolEndpoints.checkPool, { body: { executor, address } }),
  })
  return (
    <div className={`${styles['check']} wrapping-row gap-8-12 margin-bottom-24`}>
      <Button loading={isPending} onClick={() => mutate()}>
        {t('test')}
      </Button>
      <output className="min-width-0 break-anywhere" style={{ flex: '1 1 220px' }} aria-live="polite">
        {error !== null && <Status tone="bad">{problemWords(error)}</Status>}
        {data !== undefined && data.problem !== null && (
          <Status tone="bad">{sayProblem(data.problem, language)}</Status>
        )}
        {data?.problem === null && <Status tone="good">{sayCapacity(data)}</Status>}
      </output>
    </div>
  )

  function sayCapacity({ cpu, memoryBytes, accelerators }: PoolCheck): string {
    const cards = accelerators.map(({ type, count }) => `${count} × ${type}`).join(', ')
    const size = { cpu: formatNumber(cpu, language, 1), memory: formatSize(memoryBytes) }
    return t('found', { ...size, cards: cards === '' ? t('noCards') : cards })
  }
}
