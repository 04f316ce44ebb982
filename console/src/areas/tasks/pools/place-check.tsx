import { useMutation, useQuery } from '@tanstack/react-query'
import { type PoolCreate, poolEndpoints, type PoolCheck } from '@vermilion/contract/tasks/pools'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { formatNumber, formatSize } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Status } from '#ui/feedback/status.tsx'
import { placeText } from './place-text.ts'
import styles from './pools.module.css'

type PlaceOrder = Pick<PoolCreate, 'executor' | 'address' | 'settings'> & { poolId?: string }

/** Tests what is typed: at a glance, then by a job that uses all of it. */
export function PlaceCheck({ order }: { order: PlaceOrder }) {
  const t = useText(placeText)
  const language = useSystem((system) => system.lang)
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(poolEndpoints.checkPool, { body: order }),
  })
  return (
    <div className={`${styles['check']} grid gap-8 margin-bottom-24`}>
      <div className="wrapping-row gap-8-12">
        <Button loading={isPending} onClick={() => mutate()}>
          {t('test')}
        </Button>
        <CheckOutput>
          {error !== null && <Status tone="bad">{problemWords(error)}</Status>}
          {data !== undefined && data.problem !== null && (
            <Status tone="bad">{localize(data.problem.text, language)}</Status>
          )}
          {data?.problem === null && <Status tone="good">{sayCapacity(data)}</Status>}
        </CheckOutput>
      </div>
      {data?.problem === null && <TrialJob order={order} images={data.images} />}
    </div>
  )

  function sayCapacity({ cpu, memoryBytes, accelerators }: PoolCheck): string {
    const cards = accelerators.map(({ type, count }) => `${count} × ${type}`).join(', ')
    const size = { cpu: formatNumber(cpu, language, 1), memory: formatSize(memoryBytes) }
    return t('found', { ...size, cards: cards === '' ? t('noCards') : cards })
  }
}

const CheckOutput = ({ children }: { children: ReactNode }) => (
  <output className="min-width-0 break-anywhere" style={{ flex: '1 1 220px' }} aria-live="polite">
    {children}
  </output>
)

const trialPace = 500

function TrialJob({ order, images }: { order: PlaceOrder; images: boolean }) {
  const t = useText(placeText)
  const language = useSystem((system) => system.lang)
  const [image, setImage] = useState(String(order.settings?.['fetchImage'] ?? ''))
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(poolEndpoints.tryPool, { body: images ? { ...order, image } : order }),
  })
  const current = useQuery({
    ...read(poolEndpoints.getPoolTrial, { params: { trialId: data?.id ?? '' } }),
    enabled: data !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? trialPace : false),
  })
  const trial = current.data ?? data
  const problem = error ?? current.error
  const detail = trial === undefined ? '' : localize(trial.text, language)
  return (
    <div className="wrapping-row gap-8-12">
      {images && (
        <Input
          aria-label={t('trialImage')}
          placeholder={t('trialImage')}
          value={image}
          maxLength={500}
          onChange={({ target }) => setImage(target.value)}
        />
      )}
      <Button
        loading={isPending || trial?.status === 'running'}
        disabled={images && image.trim() === ''}
        onClick={() => mutate()}
      >
        {t('trial')}
      </Button>
      <CheckOutput>
        {problem !== null && <Status tone="bad">{problemWords(problem)}</Status>}
        {problem === null && trial?.status === 'running' && <Status tone="active">{detail || t('trialRuns')}</Status>}
        {problem === null && trial?.status === 'failed' && <Status tone="bad">{detail}</Status>}
        {problem === null && trial?.status === 'passed' && <Status tone="good">{t('trialPassed')}</Status>}
      </CheckOutput>
    </div>
  )
}
