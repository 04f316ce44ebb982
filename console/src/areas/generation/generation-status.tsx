import type { Generation, GenerationStatus } from '@vermilion/contract/generations'
import { useState } from 'react'
import { formatDuration, formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { measure, type Pace, timeLeft } from '#lib/progress-speed.ts'
import { useSystem } from '#lib/system.ts'
import { CountedProgress } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { useNow } from '#ui/moment.tsx'
import { text } from './text.ts'

const tones: Record<GenerationStatus, Tone> = {
  queuing: 'neutral',
  generating: 'active',
  calculating: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'warning',
}

export function hasEnded({ status }: Pick<Generation, 'status'>): boolean {
  return status === 'success' || status === 'failed' || status === 'stopped'
}

export function GenerationState({ status }: { status: GenerationStatus }) {
  const t = useText(text)
  return <Status tone={tones[status]}>{t(status)}</Status>
}

export function GenerationDuration({ generation }: { generation: Pick<Generation, 'startedAt' | 'endedAt'> }) {
  const { startedAt, endedAt } = generation
  const now = useNow(startedAt !== null && endedAt === null)
  if (startedAt === null) return formatDuration(null)
  const start = Date.parse(startedAt)
  return formatDuration((endedAt === null ? Math.max(now, start) : Date.parse(endedAt)) - start)
}

const doneOf = ({ kept, failed, config }: Generation) => Math.min(config.count, kept + failed)

export function GenerationProgress({ generation }: { generation: Generation }) {
  const t = useText(text)
  const { config, made, kept, aside, failed } = generation
  const notes = [
    ...(kept === made ? [] : [t('kept', { count: kept })]),
    ...(aside === 0 ? [] : [t('aside', { count: aside })]),
    ...(failed === 0 ? [] : [t('lost', { count: failed })]),
  ]
  return (
    <CountedProgress
      done={made}
      total={config.count}
      settled={doneOf(generation)}
      notes={notes}
      label={t('progressOf', { name: config.name })}
      isUnderWay={!hasEnded(generation)}
    />
  )
}

export function TimeLeft({ generation }: { generation: Generation }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const [pace, setPace] = useState<Pace | undefined>()
  const done = doneOf(generation)
  const now = useNow()
  if (pace === undefined || (pace.done !== done && pace.at < now)) setPace(measure(pace, { at: now, done }))
  const { speed = null } = pace ?? {}
  const left = pace === undefined ? null : timeLeft(pace, generation.config.count)
  if (speed === null) return <span className="text-tertiary">{t('left', { time: unknownValue })}</span>
  return (
    <span className="text-tertiary">
      {t('speed', { speed: formatNumber(speed, language, speed < 10 ? 1 : 0) })} ·{' '}
      {t('left', { time: formatDuration(left === null ? null : Math.max(1_000, left)) })}
    </span>
  )
}
